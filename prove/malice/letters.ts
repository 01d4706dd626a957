import type { Received } from "../../consultations/mail/mail-server.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import type { Figure, Options } from "../figure.ts";
import { run } from "../run.ts";

/** Python's own reader of mail, which shares no line with what writes it. */
const reader = `
import sys, json, email, email.policy
letters = []
for raw in json.load(sys.stdin):
    m = email.message_from_bytes(raw.encode("utf-8", "surrogateescape"), policy=email.policy.default)
    part = lambda kind: (m.get_body((kind,)) or m).get_content()
    letters.append({
        "names": [name.lower() for name in m.keys()],
        "to": [a.addr_spec for a in m["to"].addresses],
        "replyTo": [a.addr_spec for a in m["reply-to"].addresses],
        "subject": str(m["subject"]),
        "defects": [str(d) for d in m.defects],
        "text": part("plain"), "html": part("html"),
    })
json.dump(letters, sys.stdout)
`;

type Read = Record<"names" | "to" | "replyTo" | "defects", string[]> & Record<"subject" | "text" | "html", string>;

const usual = /^(to|from|subject|reply-to|message-id|date|mime-version|content-(type|transfer-encoding))$/;
const live =
  /<(script|img|svg|iframe|style[^>]*>\*|x-|b>body|meta http-equiv="?refresh)|<[^>]+\son\w+=|href="(?!tel:|mailto:|https?:\/\/(localhost|127))/i;
const legible = (text: string) => text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");

export async function judgeLetters(received: Received[], stored: StoredRequest[], { log }: Options): Promise<Figure> {
  const promise = "Each letter has the studio's recipient alone, no header of a visitor's, and no live markup";
  const how = "Every letter at the mail server, taken apart by Python's mail reader";
  const input = JSON.stringify(received.map(({ raw }) => raw));
  const { missing, stdout, stderr } = await run("python3", ["-c", reader], { input });
  if (missing) return { promise, how, figure: "python3 is not installed", holds: "not run" };
  if (!stdout) return { promise, how, figure: stderr.trim().split("\n").at(-1) ?? "", holds: false };
  const letters: Read[] = JSON.parse(stdout);
  const wrong = letters.flatMap((letter) => {
    const request = stored.find(({ email }) => email === letter.replyTo[0]);
    const strange = letter.names.filter((name) => !usual.test(name));
    return [
      ...(request ? [] : ["answers go to nobody who wrote"]),
      ...(letter.to.join() === "owner@studio.example" && letter.replyTo.length === 1 ? [] : ["other recipients"]),
      ...(strange.length || new Set(letter.names).size < letter.names.length ? [`headers ${letter.names}`] : []),
      ...(letter.defects.length ? [`defects ${letter.defects}`] : []),
      ...(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(letter.subject) ? ["controls in the subject"] : []),
      ...(live.test(letter.html) ? [`live markup ${live.exec(letter.html)?.[0]}`] : []),
      ...(request && !legible(letter.text).includes(legible(request.message)) ? ["words are missing"] : []),
    ].map((why) => `${why}: ${letter.subject.slice(0, 80)}`);
  });
  for (const one of wrong.slice(0, 8)) log(one);
  const alone = received.filter(({ recipients }) => recipients.join() === "owner@studio.example").length;
  return {
    promise,
    how,
    figure: `${letters.length} letters for ${stored.length} requests, ${wrong.length} wrong`,
    holds: wrong.length === 0 && alone === received.length && letters.length === stored.length,
  };
}
