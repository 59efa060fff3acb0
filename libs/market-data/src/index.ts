export { CreateMarketData1763600000300 } from './persistence/1763600000300-create-market-data';
