import type { Language } from '../../preferences/preferences';

/** What follows the name of a service, in Chinese. */
const REASONS: Readonly<Record<string, string>> = {
  'the system is busy': '系统繁忙',
  'a parameter is not valid': '有一个参数不对',
  'the key is not valid, or the robot was removed': 'key 不对，或机器人已被移除',
  'the content type is not valid': '内容类型不对',
  'the access token does not exist': 'access_token 不存在',
  'a security setting of the robot rejected the message': '机器人的安全设置拒绝了消息',
  "the message has none of the robot's keywords": '消息里没有机器人要求的关键词',
  "the message has none of the bot's keywords": '消息里没有机器人要求的关键词',
  'the signature does not match, or the clock is more than an hour off': '签名不对，或服务器时钟差了一小时以上',
  "this server's IP address is not on the robot's list": '本服务器的 IP 不在机器人的白名单里',
  "this server's IP address is not on the bot's list": '本服务器的 IP 不在机器人的白名单里',
  'the group was dissolved': '群已解散',
  'the robot is stopped': '机器人已停用',
  'the robot does not exist': '机器人不存在',
  'the body is not valid': '内容格式不对',
  'the token is not valid': '令牌不对',
  'the bot is switched off': '机器人已关闭',
  'the bot token is not valid': '机器人令牌不对',
  'the bot was blocked or removed from the chat': '机器人被拉黑或移出了聊天',
  'the device key is not valid': '设备 key 不对',
  'the account is restricted': '账户受限',
  'the account is blocked': '账户被封',
  'the account is under review': '账户正在审核',
  'the account has no package': '账户没有套餐',
  'the address no longer exists': '这个地址已不存在',
  'only https is allowed': '只能用 https',
  'a user name or password in the address is not allowed': '地址里不能有用户名和密码',
  'only the ports 443 and 8443 are allowed': '只能用端口 443 和 8443',
  'the host is not on the public internet': '不是公网地址',
};

const SENTENCES: Readonly<Record<string, string>> = {
  Sent: '已送达',
  'No connection': '没有连上',
  'The connection was refused': '连接被拒绝',
  'The connection broke': '连接中断',
  'The connection failed': '连接失败',
  'The connection timed out': '连接超时',
  'The host is unreachable': '主机无法到达',
  'The network is unreachable': '网络无法到达',
  'The host name was not found': '找不到这个主机名',
  'The host name could not be looked up': '暂时查不到这个主机名',
  "The server's certificate is not trusted": '服务器的证书不可信',
  'The program stopped during the attempt': '发送时服务正好停止',
  'The mail server accepted no recipient': '邮件服务器不接受任何收件人',
  'The mail server rejected the user name or the password': '邮件服务器不接受用户名或密码',
  'The mail server offers no TLS': '邮件服务器不支持 TLS',
  'The settings of the channel cannot be read; give them again': '渠道的设置读不出来了，请重新填写',
  'the channel was switched off': '渠道已被关闭',
};

/** Sentences with a name or a number in them. */
const FORMS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(.+) limits the rate$/, (service) => `${service} 限制发送频率，稍后再发`],
  [/^(.+) is unavailable \((.+)\)$/, (service, code) => `${service} 暂时不可用（${code}）`],
  [/^(.+) rejected the message for now \((.+)\)$/, (service, code) => `${service} 暂时拒绝了消息（${code}）`],
  [/^(.+) rejected the message or the chat \((.+)\)$/, (service, code) => `${service} 不接受消息或聊天 ID（${code}）`],
  [/^(.+) rejected the (?:message|request) \((.+)\)$/, (service, code) => `${service} 拒绝了消息（${code}）`],
  [/^(.+) redirected the request, .+ \((.+)\)$/, (service, code) => `${service} 要求转到别处，不予跟随（${code}）`],
  [/^(.+) sent no result$/, (service) => `${service} 没有返回结果`],
  [/^No .+ within ([\d.]+) s$/, (seconds) => `${seconds} 秒内没有回应`],
  [/^The address is not allowed: (.+)$/, (reason) => `不允许这个地址：${REASONS[reason] ?? reason}`],
  [/^([^:]+): (.+) \((.+)\)$/, (service, reason, code) => `${service}：${REASONS[reason] ?? reason}（${code}）`],
];

/** What a service answered, in words. The server says it in English; what is not known here stays so. */
export function answerInWords(answer: string, language: Language): string {
  if (language === 'en') return answer;
  const known = SENTENCES[answer];
  if (known !== undefined) return known;
  for (const [form, say] of FORMS) {
    const parts = form.exec(answer);
    if (parts !== null) return say(...parts.slice(1)).replace('The mail server', '邮件服务器');
  }
  return answer;
}
