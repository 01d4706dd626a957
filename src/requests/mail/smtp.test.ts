import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { patient } from "../../../tests/kit/patience.ts";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { startSmtpServer } from "../../../tests/kit/smtp-server.ts";
import { confirmationEmail, requestEmail } from "./request-email.ts";
import { createSmtpMailer } from "./smtp.ts";

const addresses = { to: "studio@example.com", from: "Website <website@example.com>" };

it("An email is sent without the Reply-To address when the mail server refuses that address", async () => {
  const smtpServer = await startSmtpServer((_, { headers }) =>
    headers.some((header) => /^Reply-To:.*[^ -~]/.test(header)) ? 550 : "accept",
  );
  onTestFinished(smtpServer.close);
  const mailer = createSmtpMailer(smtpServer.url, addresses, 0);
  const request = sampleStored({ email: "jörg@exämple.de" });
  await mailer.send(await requestEmail(request, { timeZone: "UTC" }));
  expect(smtpServer.received).toHaveLength(1);
  expect(smtpServer.received[0]?.headers.join()).not.toContain("Reply-To");
  expect(smtpServer.ids()).toEqual([request.id]);
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
  await expect(requestEmail(sampleStored(), { timeZone: "UTC" }).then(mailer.send)).rejects.toMatchObject({
    kind: "unreachable",
    message: "EDEADLINE",
  });
  await vi.waitFor(() => expect(sockets.map(({ closed }) => closed)).toEqual([true]), patient(60_000));
});

it("An email never crosses a network unencrypted unless that is allowed", async () => {
  const smtpServer = await startSmtpServer();
  onTestFinished(smtpServer.close);
  // This form of the loopback address is not recognized as loopback, so it stands for a mail server elsewhere.
  const elsewhere = `smtp://127.1:${smtpServer.port}`;
  const email = await requestEmail(sampleStored(), { timeZone: "UTC" });
  await expect(createSmtpMailer(elsewhere, addresses, 0).send(email)).rejects.toMatchObject({ message: "ETLS 500" });
  expect(smtpServer.received).toEqual([]);
  await createSmtpMailer(elsewhere, addresses, 0, { plaintext: true }).send(email);
  expect(smtpServer.received).toHaveLength(1);
});

it("Text that looks like an encoded word is sent as it was written", async () => {
  const server = await startSmtpServer();
  onTestFinished(server.close);
  const name = "=?utf-8?q?x=0d=0aBcc:_y?=";
  const email = {
    id: "a",
    subject: `From ${name}`,
    text: "",
    html: "",
    replyTo: { name, address: "ana@example.com" },
  };
  await createSmtpMailer(server.url, { to: "a@example.com", from: "b@example.com" }, 0).send(email);
  const headerLines = server.received[0]?.headers.filter((line) => /^(subject|reply-to):/i.test(line)) ?? [];
  expect(headerLines).toHaveLength(2);
  for (const line of headerLines) expect(line).not.toContain("=?utf-8?q?x");
});

it("A confirmation goes to the visitor alone, is answered to the studio and says that no person wrote it", async () => {
  const smtpServer = await startSmtpServer();
  onTestFinished(smtpServer.close);
  const mailer = createSmtpMailer(smtpServer.url, addresses, 0);
  await mailer.send(confirmationEmail(sampleStored({ email: "o'brien+tag@example.net" }), { timeZone: "UTC" }));
  const [received] = smtpServer.received;
  expect(received?.recipients).toEqual(["o'brien+tag@example.net"]);
  expect(received?.headers).toEqual(
    expect.arrayContaining(["Reply-To: studio@example.com", "Auto-Submitted: auto-replied"]),
  );
});
