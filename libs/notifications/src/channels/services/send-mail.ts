import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { ChannelEvent, Sending } from '../channel';
import { type DeliveryResult, failed, retry, sent, type Verdict } from '../delivery-result';
import { AddressGuard, withoutBrackets } from '../guard/address-guard';
import { showAnswer } from '../guard/mask-secrets';
import { type Outgoing, TIME_LIMITS } from '../guard/outgoing';
import { OutgoingError, toOutgoingError } from '../guard/outgoing-error';
import { resolveAllowed } from '../guard/resolve-allowed';
import { withinLimits } from '../guard/within-limits';
import { toVerdict } from './http-channel';
import { mailContent } from './mail-content';
import type { MailServer } from './mail-server';

/** Ports of mail servers; another one needs an entry in the list of allowed hosts. */
const MAIL_PORTS = [25, 465, 587, 2525];

/**
 * Sends a message by a mail server. The server passes the guard as an address of HTTP does, and the connection goes to the address
 * that was checked. Without TLS nothing is sent, unless the operator allows the host.
 */
export async function sendMail(sending: Sending, server: MailServer, outgoing: Outgoing): Promise<DeliveryResult> {
  try {
    return await withinLimits(outgoing, (signal, connected) => submit(sending, server, outgoing, signal, connected));
  } catch (error) {
    return { ...toVerdict(toOutgoingError(error)), status: null, answer: null };
  }
}

async function submit(
  sending: Sending,
  server: MailServer,
  outgoing: Outgoing,
  signal: AbortSignal,
  connected: () => void,
): Promise<DeliveryResult> {
  const isAllowedHost = new AddressGuard(outgoing).allowsHost(server.host, server.port);
  if (!isAllowedHost && !MAIL_PORTS.includes(server.port)) {
    throw new OutgoingError('blocked', `The address is not allowed: only the ports ${MAIL_PORTS.join(', ')} are`);
  }
  const addresses = await resolveAllowed(server.host, server.port, outgoing);
  signal.throwIfAborted();
  connected();
  const name = withoutBrackets(server.host);
  const { connectMs, totalMs } = outgoing.limits ?? TIME_LIMITS;
  const transport = createTransport({
    // Literal addresses are not resolved again.
    host: addresses[0]?.address ?? '',
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && !isAllowedHost,
    // The default is the name of this machine.
    name: '[127.0.0.1]',
    ...(isIP(name) === 0 ? { tls: { servername: name } } : {}),
    ...(server.username === '' ? {} : { auth: { user: server.username, pass: server.password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const secrets = [server.password, Buffer.from(server.password).toString('base64')];
  try {
    const info = await transport.sendMail({ ...mailOf(sending, server), signal });
    const verdict = info.accepted.length > 0 ? sent() : failed('The mail server accepted no recipient');
    return { ...verdict, status: readCode(info.response), answer: showAnswer(info.response, secrets) };
  } catch (error) {
    const { response } = error as { response?: unknown };
    const text = typeof response === 'string' ? response : '';
    return { ...classifyMailError(error), status: readCode(text), answer: showAnswer(text, secrets) };
  }
}

function mailOf({ message, event }: Sending, { from, to }: MailServer) {
  return {
    from,
    to: to.split(', '),
    ...mailContent(message),
    messageId: messageIdOf(event, from.address),
    // Answers of absent people and loops of forwarding are not wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** The same at each attempt, by which mail programs find doubles. */
function messageIdOf({ id }: ChannelEvent, from: string): string {
  return `<${id.replaceAll(/[^\w-]/g, '_')}@${from.slice(from.indexOf('@') + 1)}>`;
}

/** By the code of SMTP: 4xx may succeed later, 5xx won't. Without a code the connection failed. */
function classifyMailError(error: unknown): Verdict {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) {
    return retry(`The mail server rejected the message for now (SMTP ${responseCode})`);
  }
  if (code === 'EAUTH') return failed('The mail server rejected the user name or the password');
  if (code === 'ETLS') return failed('The mail server offers no TLS');
  if (typeof responseCode === 'number') return failed(`The mail server rejected the message (SMTP ${responseCode})`);
  return toVerdict(toOutgoingError(error));
}

function readCode(response: string): number | null {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
}
