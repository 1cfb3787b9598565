/* What every page can do better with script. Each part works alone, and every page works without. */

import "./page.js";
import { forms } from "./forms.js";
import { live } from "./live.js";
import { offline } from "./offline.js";
import { outbox } from "./outbox.js";

document.documentElement.classList.add("js");
forms();
live();
offline();
outbox();
