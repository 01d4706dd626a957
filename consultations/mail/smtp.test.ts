import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { patient } from "../../commands/patience.ts";
import { sampleStored } from "../sample-request.ts";
import { requestLetter } from "./letter.ts";
import { startMailServer } from "./mail-server.ts";
import { createSmtpPost } from "./smtp.ts";

const addresses = { to: "studio@example.com", from: "Website <website@example.com>" };

it("delivers without an address to reply to where the mail server refuses that address", async () => {
  const mailServer = await startMailServer((_, { headers }) =>
    headers.some((header) => /^Reply-To:.*[^ -~]/.test(header)) ? 550 : "accept",
  );
  onTestFinished(mailServer.close);
  const post = createSmtpPost(mailServer.url, addresses, 0);
  const request = sampleStored({ email: "jörg@exämple.de" });
  await post.send(await requestLetter(request, { timeZone: "UTC" }));
  expect(mailServer.received).toHaveLength(1);
  expect(mailServer.received[0]?.headers.join()).not.toContain("Reply-To");
  expect(mailServer.ids()).toEqual([request.id]);
});

it("ends with a mail server that says a line now and then, and never gets to the point", async () => {
  const sockets: Socket[] = [];
  const stutter = createServer((socket) => {
    sockets.push(socket);
    socket.write("220 welcome\r\n");
    const timer = setInterval(() => socket.write("250-still here\r\n"), 100);
    socket
      .on("error", () => {})
      .on("close", () => clearInterval(timer))
      .resume();
  });
  await new Promise<void>((resolve) => stutter.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void stutter.close());
  const { port } = stutter.address() as AddressInfo;
  const post = createSmtpPost(`smtp://127.0.0.1:${port}`, addresses, 0, { patience: 1_000 });
  await expect(requestLetter(sampleStored(), { timeZone: "UTC" }).then(post.send)).rejects.toMatchObject({
    kind: "away",
    message: "EDEADLINE",
  });
  await vi.waitFor(() => expect(sockets.map(({ closed }) => closed)).toEqual([true]), patient(60_000));
});

it("never crosses a network in the clear, unless that is said", async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.close);
  // The loopback by a name that nobody takes for it, as a mail server elsewhere would have.
  const elsewhere = `smtp://127.1:${mailServer.port}`;
  const letter = await requestLetter(sampleStored(), { timeZone: "UTC" });
  await expect(createSmtpPost(elsewhere, addresses, 0).send(letter)).rejects.toMatchObject({ message: "ETLS 500" });
  expect(mailServer.received).toEqual([]);
  await createSmtpPost(elsewhere, addresses, 0, { plaintext: true }).send(letter);
  expect(mailServer.received).toHaveLength(1);
});

it("posts what looks like an encoded word as it was written", async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const name = "=?utf-8?q?x=0d=0aBcc:_y?=";
  const letter = {
    id: "a",
    subject: `From ${name}`,
    text: "",
    html: "",
    replyTo: { name, address: "ana@example.com" },
  };
  await createSmtpPost(server.url, { to: "a@example.com", from: "b@example.com" }, 0).send(letter);
  const said = server.received[0]?.headers.filter((line) => /^(subject|reply-to):/i.test(line)) ?? [];
  expect(said).toHaveLength(2);
  for (const line of said) expect(line).not.toContain("=?utf-8?q?x");
});
