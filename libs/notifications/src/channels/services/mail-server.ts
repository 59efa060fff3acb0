import { type ChannelConfig, textOf } from '../settings/setting';

/** Who a mail is from. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/** The server, login and addresses of an email channel. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
  readonly from: MailSender;
  readonly to: string;
}

const TLS_PORT = 465;

/** Reads `Name <address>`, or an address alone, whose name is then the program's. */
export function readSender(text: string): MailSender {
  const begin = text.indexOf(' <');
  if (begin === -1 || !text.endsWith('>')) return { name: 'Stock Cycle', address: text };
  return { name: text.slice(0, begin), address: text.slice(begin + 2, -1) };
}

export function readServer(config: ChannelConfig): MailServer {
  const port = Number(config['port']);
  const secure = config['secure'];
  return {
    host: textOf(config, 'host'),
    port,
    secure: typeof secure === 'boolean' ? secure : port === TLS_PORT,
    username: textOf(config, 'username'),
    password: textOf(config, 'password'),
    from: readSender(textOf(config, 'from')),
    to: textOf(config, 'to'),
  };
}
