/** Styles of the landing page; the content security policy allows them by their hash. */
export const LANDING_STYLE = `
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 16px/1.6 system-ui, sans-serif; color: #1c2430; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } a { color: #0a58ca; }
.notice { border-left: 4px solid #c98a00; background: #fff7e0; padding: .6rem 1rem; }
`;

const DEMO_NOTICE = `<p class="notice" role="note"><strong>演示数据。</strong>本服务当前使用生成的演示行情，不是真实市场数据。<br>
<span lang="en"><strong>Demo data.</strong> This server runs on a generated market; no number here is real.</span></p>`;

/** The page at `/`: what is here, in Chinese and in English. It loads nothing from anywhere. */
export function landingPage(options: { demo: boolean }): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stock Cycle 股票周期跟踪</title>
<link rel="icon" href="data:,">
<style>${LANDING_STYLE}</style>
</head>
<body>
<main>
<h1>Stock Cycle 股票周期跟踪</h1>
${options.demo ? DEMO_NOTICE : ''}
<h2>这里有什么</h2>
<ul>
<li><a href="/api/docs">接口文档</a>（<a href="/api/openapi.json">OpenAPI 文件</a>）：一年地量扫描、跟踪会话、登录与个人密钥</li>
<li><a href="/health/ready">运行状态</a></li>
</ul>
<p>网页控制台尚未提供，将在后续版本加入；目前请使用 HTTP 接口或命令行。</p>
<section lang="en">
<h2>What is here</h2>
<ul>
<li><a href="/api/docs">API documentation</a> (<a href="/api/openapi.json">OpenAPI file</a>): one-year low-volume scan, tracking sessions, login and personal API keys</li>
<li><a href="/health/ready">Health</a></li>
</ul>
<p>There is no web console yet; it comes with a later version. Until then use the HTTP interface or the command line.</p>
</section>
</main>
</body>
</html>
`;
}
