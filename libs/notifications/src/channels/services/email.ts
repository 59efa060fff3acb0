import type { Channel } from '../channel';
import { UNLIMITED } from '../paces';
import { matching, type Setting } from '../settings/setting';
import { readSender, readServer } from './mail-server';
import { sendMail } from './send-mail';

const ADDRESS = /^[^\s@<>,;:"'()[\]\\]{1,64}@[^\s@<>,;:"'()[\]\\]{1,190}$/;
const MOST_RECIPIENTS = 10;

const PORT: Setting = {
  name: 'port',
  isRequired: true,
  isSecret: false,
  rule: 'a whole number from 1 to 65535',
  read: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535 ? Number(value) : undefined,
};

const SECURE: Setting = {
  name: 'secure',
  isRequired: false,
  isSecret: false,
  rule: 'true (TLS from the start) or false (STARTTLS)',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

const FROM: Setting = {
  name: 'from',
  isRequired: true,
  isSecret: false,
  rule: 'an address, or "Name <address>"',
  read: (value) => {
    const sender = typeof value === 'string' ? readSender(value.trim()) : null;
    const isRead = sender !== null && ADDRESS.test(sender.address) && /^[^\p{Cc}"<>,;:\\@]{1,100}$/u.test(sender.name);
    return isRead ? String(value).trim() : undefined;
  },
};

const TO: Setting = {
  name: 'to',
  isRequired: true,
  isSecret: false,
  rule: `an address, or up to ${MOST_RECIPIENTS} with commas between them`,
  read: (value) => {
    const addresses = typeof value === 'string' ? value.slice(0, 4096).split(',').map(trimmed) : [];
    const isRead = addresses.length <= MOST_RECIPIENTS && addresses.every((address) => ADDRESS.test(address));
    return isRead && addresses.length > 0 ? addresses.join(', ') : undefined;
  },
};

/** A login; both texts may be empty for a server that needs none. */
const login = (name: string, isSecret: boolean): Setting => ({
  name,
  isRequired: true,
  isSecret,
  rule: 'at most 256 characters without line breaks',
  read: (value) => (typeof value === 'string' && /^[^\p{Cc}]{0,256}$/u.test(value) ? value : undefined),
});

const trimmed = (text: string): string => text.trim();

/** Mail by a server of one's own choice: text and simple HTML. */
export const EMAIL: Channel = {
  settings: [
    matching('host', /^[A-Za-z0-9[][A-Za-z0-9.:\]-]{0,252}$/, 'the name or address of a mail server'),
    PORT,
    SECURE,
    login('username', false),
    login('password', true),
    FROM,
    TO,
  ],
  endpoint: 'none',
  pace: UNLIMITED,
  countParts: () => 1,
  send: (sending, outgoing) => sendMail(sending, readServer(sending.config), outgoing),
};
