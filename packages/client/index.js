export { createStockCycleClient, logIn } from './src/client.js';
export { readData, readPages } from './src/read.js';
export { StockCycleError } from './src/stock-cycle-error.js';
