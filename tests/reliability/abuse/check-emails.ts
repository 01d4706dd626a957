import type { StoredRequest } from "../../../src/requests/store/stored-request.ts";
import type { ReceivedEmail } from "../../kit/smtp-server.ts";
import type { Options, Result } from "../result.ts";
import { runProcess } from "../run-process.ts";

/** Python's own mail parser, which shares no code with the writer of the emails. */
const pythonReader = `
import sys, json, email, email.policy
messages = []
for raw in json.load(sys.stdin):
    m = email.message_from_bytes(raw.encode("utf-8", "surrogateescape"), policy=email.policy.default)
    part = lambda kind: (m.get_body((kind,)) or m).get_content()
    messages.append({
        "names": [name.lower() for name in m.keys()],
        "to": [a.addr_spec for a in m["to"].addresses],
        "replyTo": [a.addr_spec for a in m["reply-to"].addresses],
        "subject": str(m["subject"]),
        "defects": [str(d) for d in m.defects],
        "text": part("plain"), "html": part("html"),
    })
json.dump(messages, sys.stdout)
`;

type ParsedEmail = Record<"names" | "to" | "replyTo" | "defects", string[]> &
  Record<"subject" | "text" | "html", string>;

const expectedHeaders = /^(to|from|subject|reply-to|message-id|date|mime-version|content-(type|transfer-encoding))$/;
const activeMarkup =
  /<(script|img|svg|iframe|style[^>]*>\*|x-|b>body|meta http-equiv="?refresh)|<[^>]+\son\w+=|href="(?!tel:|sms:|mailto:|https?:\/\/(localhost|127))/i;
const lettersAndDigits = (text: string) => text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");

export async function checkEmails(
  received: ReceivedEmail[],
  stored: StoredRequest[],
  { log }: Options,
): Promise<Result> {
  const claim = "Each email has only the studio as recipient, no header from a visitor, and no live markup";
  const method = "Every email at the mail server, parsed by Python's mail reader";
  const input = JSON.stringify(received.map(({ raw }) => raw));
  const { missing, stdout, stderr } = await runProcess("python3", ["-c", pythonReader], { input });
  if (missing) return { claim, method, measured: "python3 is not installed", passed: "not run" };
  if (!stdout) return { claim, method, measured: stderr.trim().split("\n").at(-1) ?? "", passed: false };
  const emails: ParsedEmail[] = JSON.parse(stdout);
  const problems = emails.flatMap((message) => {
    const request = stored.find(({ email }) => email === message.replyTo[0]);
    const unexpected = message.names.filter((name) => !expectedHeaders.test(name));
    return [
      ...(request ? [] : ["answers go to nobody who wrote"]),
      ...(message.to.join() === "owner@studio.example" && message.replyTo.length === 1 ? [] : ["other recipients"]),
      ...(unexpected.length || new Set(message.names).size < message.names.length ? [`headers ${message.names}`] : []),
      ...(message.defects.length ? [`defects ${message.defects}`] : []),
      ...(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(message.subject) ? ["controls in the subject"] : []),
      ...(activeMarkup.test(message.html) ? [`live markup ${activeMarkup.exec(message.html)?.[0]}`] : []),
      ...(request && !lettersAndDigits(message.text).includes(lettersAndDigits(request.message))
        ? ["words are missing"]
        : []),
    ].map((reason) => `${reason}: ${message.subject.slice(0, 80)}`);
  });
  for (const problem of problems.slice(0, 8)) log(problem);
  const toOwnerOnly = received.filter(({ recipients }) => recipients.join() === "owner@studio.example").length;
  return {
    claim,
    method,
    measured: `${emails.length} emails for ${stored.length} requests, ${problems.length} wrong`,
    passed: problems.length === 0 && toOwnerOnly === received.length && emails.length === stored.length,
  };
}
