/** A plain HTTP proxy in front of an API server that records requests. For kubectl. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Access } from '../kube-apiserver/kubeconfig.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly contentType: string
  readonly body: Buffer
  /** The response, if it was JSON. */
  readonly answer: unknown
}

export interface RecordingProxy extends AsyncDisposable {
  readonly url: string
  /** All requests with a body since the last call. */
  takeRecorded(): RecordedRequest[]
}

export async function startRecordingProxy(access: Access): Promise<RecordingProxy> {
  const agent = new Agent({ ca: access.ca })
  let recorded: RecordedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    passOn(access, agent, incoming, outgoing).then(
      (one) => one.body.length > 0 && recorded.push(one),
      (error: unknown) => outgoing.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeRecorded() {
      const taken = recorded
      recorded = []
      return taken
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function passOn(
  access: Access,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<RecordedRequest> {
  const { method = 'GET', url = '/', headers } = incoming
  const body = await bytesOf(incoming)
  // Responses must be readable here, and kubectl accepts JSON for everything.
  const sent = {
    ...headers,
    host: undefined,
    authorization: `Bearer ${access.token}`,
    accept: acceptOf(headers.accept),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const wanted = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    httpsRequest(new URL(url, access.url), { agent, method, headers: wanted }, resolve).once('error', reject).end(body)
  })
  const bytes = await bytesOf(answer)
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes)
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
  return {
    method,
    path: url,
    contentType: headers['content-type'] ?? '',
    body,
    answer: isJson ? (JSON.parse(bytes.toString('utf8')) as unknown) : undefined,
  }
}

function acceptOf(accept: string | undefined): string | undefined {
  return accept?.replace(/application\/vnd\.kubernetes\.protobuf,?/g, '')
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
