import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { patient } from "../../../tests/kit/patience.ts";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { type SmtpBehaviour, startSmtpServer } from "../../../tests/kit/smtp-server.ts";
import { MailError } from "./mailer.ts";
import { confirmationEmail, requestEmail } from "./request-email.ts";
import { createSmtpMailer } from "./smtp.ts";

const addresses = { to: "studio@example.com", from: "Website <website@example.com>" };
const context = { timeZone: "UTC" };

async function start(...options: Parameters<typeof startSmtpServer>) {
  const smtpServer = await startSmtpServer(...options);
  onTestFinished(smtpServer.close);
  return { ...smtpServer, mailer: createSmtpMailer(smtpServer.url, addresses, 0) };
}

it.each<[string, SmtpBehaviour, Partial<MailError>]>([
  ["451, come back later", 451, { kind: "unreachable", message: "EMESSAGE 451" }],
  ["554, refused for good", 554, { kind: "refused", message: "EMESSAGE 554" }],
  ["a hang-up before the final dot", "drop before", { kind: "unreachable" }],
])("After %s an email fails with the right kind of error, of codes alone", async (_, behaviour, expected) => {
  const { mailer } = await start(() => behaviour);
  const error = await mailer.send(await requestEmail(sampleStored(), context)).catch((cause) => cause);
  expect(error).toBeInstanceOf(MailError);
  expect(error).toMatchObject(expected);
  expect(error.message).not.toMatch(/canary|studio|@/);
});

it("A wrong password is an error that a person must fix, and a server that is away is not", async () => {
  const smtpServer = await start(undefined, { password: "right" });
  const mailer = createSmtpMailer(`smtp://studio:wrong@127.0.0.1:${smtpServer.port}`, addresses, 0);
  const email = await requestEmail(sampleStored(), context);
  await expect(mailer.send(email)).rejects.toMatchObject({ kind: "auth", message: "EAUTH 535" });
  await smtpServer.close();
  await expect(mailer.send(email)).rejects.toMatchObject({ kind: "unreachable" });
});

it("An email that is sent again after a hang-up has the same Message-ID, by which the mailbox knows it", async () => {
  const { mailer, ids } = await start((attempt) => (attempt === 1 ? "drop after" : "accept"));
  const request = sampleStored();
  const email = await requestEmail(request, context);
  await expect(mailer.send(email)).rejects.toMatchObject({ kind: "unreachable" });
  await mailer.send(email);
  expect(ids()).toEqual([request.id, request.id]);
});

it("An email is sent without the Reply-To address when the mail server refuses that address", async () => {
  const { mailer, received } = await start((_, { headers }) =>
    headers.some((header) => /^Reply-To:.*[^ -~]/.test(header)) ? 550 : "accept",
  );
  await mailer.send(await requestEmail(sampleStored({ email: "jörg@exämple.de" }), context));
  expect(received).toHaveLength(1);
  expect(received[0]?.headers.join()).not.toContain("Reply-To");
});

it("A mail server that sends a line now and then but never finishes is given up", async () => {
  const sockets: Socket[] = [];
  const slowServer = createServer((socket) => {
    sockets.push(socket);
    socket.write("220 welcome\r\n");
    const timer = setInterval(() => socket.write("250-still here\r\n"), 100);
    socket
      .on("error", () => {})
      .on("close", () => clearInterval(timer))
      .resume();
  });
  await new Promise<void>((resolve) => slowServer.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void slowServer.close());
  const { port } = slowServer.address() as AddressInfo;
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, addresses, 0, { patience: 1_000 });
  await expect(requestEmail(sampleStored(), context).then(mailer.send)).rejects.toMatchObject({
    kind: "unreachable",
    message: "EDEADLINE",
  });
  await vi.waitFor(() => expect(sockets.map(({ closed }) => closed)).toEqual([true]), patient(60_000));
});

it("An email never crosses a network unencrypted unless that is allowed", async () => {
  const { port, received } = await start();
  // This form of the loopback address is not recognized as loopback, so it stands for a mail server elsewhere.
  const elsewhere = `smtp://127.1:${port}`;
  const email = await requestEmail(sampleStored(), context);
  await expect(createSmtpMailer(elsewhere, addresses, 0).send(email)).rejects.toMatchObject({ message: "ETLS 500" });
  expect(received).toEqual([]);
  await createSmtpMailer(elsewhere, addresses, 0, { plaintext: true }).send(email);
  expect(received).toHaveLength(1);
});

it("A confirmation goes to the visitor alone, is answered to the studio and says that no person wrote it", async () => {
  const { mailer, received } = await start();
  await mailer.send(confirmationEmail(sampleStored({ email: "o'brien+tag@example.net" }), context));
  expect(received[0]?.recipients).toEqual(["o'brien+tag@example.net"]);
  expect(received[0]?.headers).toEqual(
    expect.arrayContaining(["Reply-To: studio@example.com", "Auto-Submitted: auto-replied"]),
  );
  // It has both of its forms.
  expect(received[0]?.raw).toMatch(/multipart\/alternative.*text\/plain.*text\/html/s);
});
