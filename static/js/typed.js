/* What somebody has typed or chosen and not yet sent. */

const FIELDS = "input:not([type=hidden], [type=file], [type=password], [type=submit]), textarea, select";

const isChoice = (field) => field.type === "checkbox" || field.type === "radio";

function differs(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.matches("select")) {
    const meant = [...field.options].some((option) => option.defaultSelected);
    return [...field.options].some((option, i) => option.selected !== (meant ? option.defaultSelected : i === 0));
  }
  return field.value !== field.defaultValue;
}

const fieldsOf = (root) => [...root.querySelectorAll(FIELDS)].filter((field) => field.name && !field.closest("[data-untyped]"));

export const filledIn = (root) => fieldsOf(root).some(differs);

/* A name for a form that is the same when the page is made anew. */
export function formName(form) {
  return form.elements.form_key?.value ?? form.getAttribute("action") ?? "";
}

/* The unsent values of a form: [name, value, checked] of each field that differs. */
export function unsent(form) {
  return fieldsOf(form)
    .filter(differs)
    .map((field) => [field.name, field.value, isChoice(field) ? field.checked : null]);
}

export function fill(form, values) {
  for (const [name, value, checked] of values) {
    const field = fieldsOf(form).find((f) => f.name === name && (checked === null || f.value === value));
    if (!field) continue;
    if (checked === null) field.value = value;
    else field.checked = checked;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/* Put what was typed in the forms of a part back into the part as it is now. */
export function putBack(root, taken) {
  for (const form of root.querySelectorAll("form")) {
    const values = taken.get(formName(form));
    if (values) fill(form, values);
  }
}

export const takeUp = (root) =>
  new Map([...root.querySelectorAll("form")].map((form) => [formName(form), unsent(form)]).filter(([, v]) => v.length));
