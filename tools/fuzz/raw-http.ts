/** Bytes for a socket that are almost, or not at all, a request. */
import type { Dice } from './dice.ts'
import { damagedBytes } from './requests/bodies.ts'

export interface RawExchange {
  readonly bytes: Buffer
  /** The offset at which the client pauses or disconnects. */
  readonly pausesAt: number
}

type Make = (dice: Dice, head: string) => string

const path = '/api/v1/namespaces/default/configmaps'
const object = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"}}'

const makers: readonly Make[] = [
  (_, head) => `GET ${path} HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET ${path} HTTP/1.1\r\n${head}\r\nGET ${path} HTTP/1.1\r\n${head}\r\n`,
  (_, head) =>
    `POST ${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${object.length}\r\n\r\n${object}`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}content-length: 99999999999\r\n\r\n${object}`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}content-length: -1\r\n\r\n${object}`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\nffffffffff\r\na`,
  (_, head) =>
    `POST ${path} HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n${object.length.toString(16)}\r\n${object}\r\n0\r\n\r\n`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}expect: 100-continue\r\ncontent-length: 10\r\n\r\n`,
  (_, head) => `POST ${path} HTTP/1.1\r\n${head}content-length: 4000000\r\n\r\n${'a'.repeat(4_000_000)}`,
  (_, head) => `GET ${path}?${'a'.repeat(400_000)} HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET ${path} HTTP/1.1\r\n${head}${'x: y\r\n'.repeat(3_000)}\r\n`,
  (_, head) => `GET ${path} HTTP/1.1\r\n${head}x: ${'y'.repeat(300_000)}\r\n\r\n`,
  (_, head) => `GET http://example.com${path} HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET * HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET //api/v1 HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET /api/%zz HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET /../../etc/passwd HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET ${path}\u0000 HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `GET ${path} HTTP/9.9\r\n${head}\r\n`,
  (_, head) => `GET ${path} HTTP/1.0\r\n${head}\r\n`,
  (_, head) => `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${head}\r\n`,
  (_, head) => `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
  (_, head) =>
    `GET ${path}?watch=true HTTP/1.1\r\n${head}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: a\r\n\r\n`,
  (_, head) =>
    `GET /api/v1/namespaces/default/pods/a/exec?command=a HTTP/1.1\r\n${head}upgrade: SPDY/3.1\r\nconnection: upgrade\r\n\r\n`,
  (_, head) => `GET ${path} HTTP/1.1\r\n${head.replace('host:', 'host :')}\r\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => `${'\r\n'.repeat(1_000)}GET / HTTP/1.1\r\n\r\n`,
  () => 'GET\r\n\r\n',
  () => '\u0016\u0003\u0001',
  () => '{}',
]

export function rawExchange(dice: Dice, token: string): RawExchange {
  const head = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`
  const text = dice.pick(makers)(dice, head)
  const bytes = Buffer.from(text, 'latin1')
  const sent = dice.chance(0.7) || bytes.length > 10_000 ? bytes : Buffer.from(damagedBytes(dice, bytes))
  return { bytes: sent, pausesAt: dice.int(sent.length + 1) }
}
