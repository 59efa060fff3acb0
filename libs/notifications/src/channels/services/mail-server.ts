import { type ChannelConfig, textOf } from '../settings/setting';

/** The server, login and addresses of an email channel. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
  readonly from: string;
  readonly to: string;
}

const TLS_PORT = 465;

export function readServer(config: ChannelConfig): MailServer {
  const port = Number(config['port']);
  const secure = config['secure'];
  return {
    host: textOf(config, 'host'),
    port,
    secure: typeof secure === 'boolean' ? secure : port === TLS_PORT,
    username: textOf(config, 'username'),
    password: textOf(config, 'password'),
    from: textOf(config, 'from'),
    to: textOf(config, 'to'),
  };
}
