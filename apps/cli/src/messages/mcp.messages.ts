import { defineMessages } from './define-messages';

/** Of `mcp`. */
export const MCP_MESSAGES = defineMessages({
  zh: {
    mcpInShort: '供智能体使用的接口（MCP），走标准输入输出',
    mcp: '供智能体使用的接口（MCP），走标准输入输出，由客户端启动。设置了 API_URL 与 API_KEY 时连接那个服务，否则连接这个数据文件夹上正在运行的服务',
    write: '没有设置 API_KEY 时：自动生成的密钥也可写入',
    keyMissing: '设置了 API_URL，还须设置 API_KEY：在控制台的“设置”里创建密钥',
    noServer: '这个数据文件夹上没有正在运行的服务；请先启动它，或设置 API_URL 与 API_KEY',
    unreachable: (url: string) => `连接不上 ${url}，或它不接受这个密钥`,
    connected: (url: string) => `已连接 ${url}`,
  },
  en: {
    mcpInShort: 'the interface for agents (MCP) over standard input and output',
    mcp: 'the interface for agents (MCP) over standard input and output, for clients that start programs. With API_URL and API_KEY it speaks to that server, else to the one that runs on this data folder',
    write: 'without API_KEY: the key that is made may write as well',
    keyMissing: 'API_URL is set, so API_KEY must be too: create a key in the console, under Settings',
    noServer: 'no server runs on this data folder; start it, or set API_URL and API_KEY',
    unreachable: (url: string) => `${url} can't be reached, or does not accept the key`,
    connected: (url: string) => `connected to ${url}`,
  },
});
