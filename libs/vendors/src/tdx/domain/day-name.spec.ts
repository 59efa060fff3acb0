import { readDayName } from './day-name';

it.each([
  ['平安银行', { base: '平安银行', isCut: false, isSt: false, isDelisting: false }],
  ['*ST大集', { base: '*ST大集', isCut: false, isSt: true, isDelisting: false }],
  ['XD平安银', { base: '平安银', isCut: true, isSt: false, isDelisting: false }],
  ['XD万科A', { base: '万科A', isCut: false, isSt: false, isDelisting: false }],
  ['DR*ST大', { base: '*ST大', isCut: false, isSt: true, isDelisting: false }],
  ['N摩尔线程', { base: '摩尔线程', isCut: true, isSt: false, isDelisting: false }],
  ['C沐曦', { base: '沐曦', isCut: false, isSt: false, isDelisting: false }],
  ['NEWS', { base: 'NEWS', isCut: false, isSt: false, isDelisting: false }],
  ['海航退', { base: '海航退', isCut: false, isSt: false, isDelisting: true }],
  ['退市海航', { base: '退市海航', isCut: false, isSt: false, isDelisting: true }],
  ['S*ST前锋', { base: 'S*ST前锋', isCut: false, isSt: true, isDelisting: false }],
])('the name %s of a day is read without its marks', (name, read) => {
  expect(readDayName(name)).toEqual(read);
});
