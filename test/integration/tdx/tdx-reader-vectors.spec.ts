import {
  buildBarsData,
  buildRecordsData,
  buildRequest,
  CONNECT_FRAME,
  findMembers,
  inflateBody,
  QUOTE_TYPES,
  QuoteFrameReader,
  readBars,
  readMarketFile,
  readRecords,
  readSnapshot,
} from '#lib/vendors/testing';
import { calendarDayOf } from '#lib/kernel';
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

describe('the bytes of the description', () => {
  it('of a record and its price block are a stock', () => {
    const blocks = Buffer.concat([Buffer.alloc(COD_RECORD_SEQ * 512), MD1_BLOCK]);
    expect([...readMarketFile('sz', COD_RECORD, blocks)]).toEqual([VECTOR_ROW]);
  });

  it('of a record whose block is not there are an error', () => {
    expect(() => [...readMarketFile('sz', COD_RECORD, MD1_BLOCK)]).toThrow(/record_size: expected .*, got block 258/);
  });

  it('of a package have the members of its day', () => {
    const members = findMembers(calendarDayOf('2026-09-24'), MEMBERS_OF_2026_09_24);
    expect([...members.values()].flatMap(({ codes, prices }) => [codes, prices])).toEqual(MEMBERS_OF_2026_09_24);
  });

  it('of requests to a quote server are what is sent', () => {
    expect(CONNECT_FRAME).toEqual(CONNECT_REQUEST);
    expect(buildRequest(2, QUOTE_TYPES.heartbeat, Buffer.alloc(0))).toEqual(HEARTBEAT_REQUEST);
    expect(buildRequest(1, QUOTE_TYPES.bars, buildBarsData('sh', '600000', 0, 5))).toEqual(BARS_REQUEST);
    expect(buildRequest(3, QUOTE_TYPES.records, buildRecordsData('sz', '000001'))).toEqual(RECORDS_REQUEST);
  });

  it('of bars and records are read, also byte by byte and after garbage', () => {
    expect(readBars(BARS_BODY)).toEqual(VECTOR_BARS);
    expect(readRecords(RECORDS_BODY)).toEqual(VECTOR_RECORDS.map((record) => ({ code: '000001', ...record })));
    const reader = new QuoteFrameReader(inflateBody);
    const bytes = [0x00, 0xb1, 0xcb, ...BARS_RESPONSE];
    const frames = bytes.flatMap((byte) => reader.push(Buffer.from([byte])));
    expect(frames).toEqual([{ id: 1, type: QUOTE_TYPES.bars, body: BARS_BODY }]);
  });

  it('of a snapshot line are a quote', () => {
    const { row, shares } = VECTOR_QUOTE;
    const [quote] = readSnapshot(new TextDecoder('gbk').decode(SNAPSHOT_LINE));
    expect(quote).toMatchObject({
      ...{ market: row.market, code: row.code, name: row.name, close: row.close, previousClose: row.previousClose },
      ...{ floatShares: shares.float, totalShares: shares.total },
    });
  });
});
