import { calendarDayOf } from '#lib/kernel';
import { dayMembers } from '../../support/fakes/tdx/day-package';
import { encodeGbk } from '../../support/fakes/tdx/gbk';
import { codBytes, md1Bytes } from '../../support/fakes/tdx/package-bytes';
import { barsBody, recordsBody } from '../../support/fakes/tdx/quote-bodies';
import { readRequests, responseFrame } from '../../support/fakes/tdx/quote-frames';
import { snapshotLine } from '../../support/fakes/tdx/snapshot-line';
import { encodeVarint } from '../../support/fakes/tdx/varint';
import {
  BARS_BODY,
  BARS_REQUEST,
  BARS_RESPONSE,
  COD_RECORD,
  COD_RECORD_SEQ,
  CONNECT_REQUEST,
  HEARTBEAT_REQUEST,
  MD1_BLOCK,
  MEMBERS_OF_2026_09_24,
  RECORDS_BODY,
  RECORDS_REQUEST,
  SNAPSHOT_LINE,
  VECTOR_BARS,
  VECTOR_QUOTE,
  VECTOR_RECORDS,
  VECTOR_ROW,
} from '../../support/fakes/tdx/vectors';

/** The writers produce the bytes that were made by hand from the description of the formats. */
const DAY = calendarDayOf('2026-09-24');

it('a record of a .cod member is 150 bytes with code, seq and name', () => {
  expect(COD_RECORD).toHaveLength(150);
  expect(codBytes([VECTOR_ROW], () => COD_RECORD_SEQ)).toEqual(COD_RECORD);
});

it('a block of a .md1 member is 512 bytes with prices, volume and amount', () => {
  expect(MD1_BLOCK).toHaveLength(512);
  expect(md1Bytes([VECTOR_ROW])).toEqual(MD1_BLOCK);
});

it('the members of a day are named by exchange and day, without Beijing before 2022-05-06', () => {
  expect(dayMembers(DAY, []).map(({ name }) => name)).toEqual(MEMBERS_OF_2026_09_24);
  const namesOn = (day: string): string[] => dayMembers(calendarDayOf(day), []).map(({ name }) => name);
  expect(namesOn('2022-05-05')).toEqual(['sh220505.cod', 'sh220505.md1', 'sz220505.cod', 'sz220505.md1']);
  expect(namesOn('2022-05-06')).toContain('bj220506.md1');
});

it('requests of the quote protocol are read one after another, however they arrive', () => {
  const sent = Buffer.concat([CONNECT_REQUEST, HEARTBEAT_REQUEST, BARS_REQUEST, RECORDS_REQUEST]);
  const { requests, rest } = readRequests(sent.subarray(0, -1));
  expect(requests.map(({ id, type }) => [id, type])).toEqual([
    [0x0093_1802, 0x000d],
    [2, 0x0004],
    [1, 0x052d],
  ]);
  expect(requests[2]?.data).toHaveLength(26);
  expect(rest).toEqual(RECORDS_REQUEST.subarray(0, -1));
  expect(readRequests(RECORDS_REQUEST).requests[0]).toMatchObject({ id: 3, type: 0x000f });
  expect(() => readRequests(Buffer.from('GET / HTTP/1.1'))).toThrow('no request');
});

it('varints have 6 bits, a sign and then 7 bits each', () => {
  expect(encodeVarint(63)).toEqual([0x3f]);
  expect(encodeVarint(64)).toEqual([0x80, 0x01]);
  expect(encodeVarint(-1)).toEqual([0x41]);
  expect(encodeVarint(8191)).toEqual([0xbf, 0x7f]);
  expect(encodeVarint(-8192)).toEqual([0xc0, 0x80, 0x01]);
});

it('bars and records have the bytes of the protocol', () => {
  const bars = VECTOR_BARS.map((bar) => ({ ...bar, day: calendarDayOf(bar.day) }));
  expect(barsBody(bars, 1)).toEqual(BARS_BODY);
  expect(responseFrame(1, 0x052d, BARS_BODY)).toEqual(BARS_RESPONSE);
  const records = VECTOR_RECORDS.map((record) => ({ ...record, day: calendarDayOf(record.day) }));
  expect(recordsBody('sz', '000001', records)).toEqual(RECORDS_BODY);
});

it('a line of the snapshot has 88 fields', () => {
  expect(SNAPSHOT_LINE.toString('latin1').split('~')).toHaveLength(88);
  expect(encodeGbk(snapshotLine(DAY, VECTOR_QUOTE))).toEqual(SNAPSHOT_LINE);
});

it('GBK is what the decoder reads, for every character that it has', () => {
  const text = '虚构Ｂ股ST*A1丂齄〇';
  expect(new TextDecoder('gbk').decode(encodeGbk(text))).toBe(text);
  expect(() => encodeGbk('😀')).toThrow('GBK has no');
});
