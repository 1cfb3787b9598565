"""A mail server for tests: a real one on a port of this machine, which keeps what it takes."""

from __future__ import annotations

import socketserver
from email import message_from_string, policy
from email.message import EmailMessage
from queue import Queue


class Mailbox(socketserver.ThreadingTCPServer):
    """Takes every mail and keeps it; ``refusals`` are answers that it gives to the next recipients instead.

    ``heard`` are the commands that were said to it; ``tls`` that it offers to encrypt, which it cannot.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.mails: Queue[EmailMessage] = Queue()
        self.refusals: list[str] = []
        self.heard: list[str] = []
        self.tls = False

    def taken(self) -> list[EmailMessage]:
        """The mails that have come since this was asked."""
        found = []
        while not self.mails.empty():
            found.append(self.mails.get())
        return found


class _Conversation(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        def say(line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        say("220 mailbox")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            self.server.heard.append(word)
            if word == "DATA":
                say("354 go on")
                body = []
                while (part := self.rfile.readline().decode()) != ".\r\n":
                    body.append(part)
                mail = message_from_string("".join(body), policy=policy.default)
                assert isinstance(mail, EmailMessage)
                self.server.mails.put(mail)
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                return
            elif word == "EHLO" and self.server.tls:
                say("250-mailbox")
                say("250 STARTTLS")
            elif word == "STARTTLS":
                say("454 not now")
            elif word == "RCPT" and self.server.refusals:
                say(self.server.refusals.pop(0))
            else:
                say("250 ok")
