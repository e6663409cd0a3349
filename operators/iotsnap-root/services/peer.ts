/** An HTTP client of another service of the stack. */
import { request } from 'node:http'
import { Refusal } from './answer.ts'
import { lookup } from './host-lookup.ts'

/** The timeout of requests between services. */
const patienceMs = 5_000

export class Peer {
  readonly #name: string
  readonly #url: string

  /** @param url address of its Service: `http://my-root-cloudstorage:8080` */
  constructor(name: string, url: string) {
    this.#name = name
    this.#url = url.replace(/\/$/, '')
  }

  /** Failure: rejects if it does not answer, or is unhealthy. */
  async checkHealth(): Promise<void> {
    await this.read('/health')
  }

  /** The response body. Failure: rejects with `Refusal` if the other service does not have it, otherwise with an `Error`. */
  read(path: string): Promise<Buffer> {
    return this.#ask('GET', path)
  }

  async readJson<Value>(path: string): Promise<Value> {
    return JSON.parse((await this.read(path)).toString('utf8')) as Value
  }

  async put(path: string, body: Uint8Array): Promise<void> {
    await this.#ask('PUT', path, body)
  }

  async #ask(method: string, path: string, body?: Uint8Array): Promise<Buffer> {
    const { status, body: said } = await this.#exchange(method, path, body)
    if (status < 300) return said
    const message = `${this.#name} answered ${status} to ${method} ${path}: ${said.toString('utf8').slice(0, 200)}`
    if (status === 404) throw new Refusal(404, message)
    throw new Error(message)
  }

  #exchange(method: string, path: string, body?: Uint8Array): Promise<{ status: number; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error) =>
        reject(new Error(`${this.#name} does not answer: ${error.message}`, { cause: error }))
      const options = { method, lookup, agent: false, timeout: patienceMs } as const
      const asked = request(`${this.#url}${path}`, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', failed)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
      })
      asked.on('timeout', () => asked.destroy(new Error(`no answer in ${patienceMs} ms`)))
      asked.on('error', failed)
      asked.end(body)
    })
  }
}
