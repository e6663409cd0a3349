/** A page in a real Chromium without a window, driven through its debugging protocol. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { WebSocket } from 'undici'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly message: string }
}

export class Page implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly #folder: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  /** What the page threw, logged as an error, or was refused by its policy. */
  readonly complaints: string[] = []
  #calls = 0

  /** Failure: rejects if there is no Chromium, or it does not come up. */
  static async open(url: string): Promise<Page> {
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-browser-'))
    const flags = ['--headless', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
    // Its own sandbox does not work for root, as whom containers run.
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const child = spawn('chromium', [...flags, ...root, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      const { host } = new URL(await Promise.race([addressOf(child), failureOf(child)]))
      const made = await fetch(`http://${host}/json/new?about:blank`, { method: 'PUT' })
      const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string }
      const socket = new WebSocket(webSocketDebuggerUrl)
      await once(socket as never, 'open')
      const page = new Page(child, folder, socket)
      for (const domain of ['Runtime', 'Log', 'Page']) await page.#call(`${domain}.enable`)
      await page.#call('Page.navigate', { url })
      return page
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  private constructor(child: ChildProcess, folder: string, socket: WebSocket) {
    this.#process = child
    this.#folder = folder
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message))
  }

  /** The text as a person sees it. */
  async text(): Promise<string> {
    const { result } = (await this.#call('Runtime.evaluate', { expression: 'document.body.innerText' })) as {
      result: { value: string }
    }
    return result.value
  }

  /** Resolves once the page shows it. Failure: rejects with what it shows instead. */
  async shows(pattern: RegExp, withinMs: number): Promise<void> {
    const limit = systemClock.elapsed() + withinMs
    for (;;) {
      const text = await this.text()
      if (pattern.test(text)) return
      if (systemClock.elapsed() > limit) throw new Error(`The page does not show ${pattern}. It shows:\n${text}`)
      await sleep(systemClock, '100ms')
    }
  }

  /** A picture of it, as a PNG. */
  async picture(): Promise<Buffer> {
    const { data } = (await this.#call('Page.captureScreenshot')) as { data: string }
    return Buffer.from(data, 'base64')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exited
    await rm(this.#folder, { recursive: true, maxRetries: 5 })
  }

  #hear({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) this.#waiting.get(id)?.(answer)
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded')
      this.complaints.push(JSON.stringify(params))
  }

  async #call(method: string, params: object = {}): Promise<object> {
    const id = ++this.#calls
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await answered
    this.#waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result!
  }
}

/** It says where it can be driven. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stderr!) {
    said += String(chunk)
    const found = /ws:\/\/\S+/.exec(said)
    if (found !== null) return found[0]
  }
  throw new Error(`chromium said nothing of where it can be driven, but:\n${said}`)
}

async function failureOf(child: ChildProcess): Promise<never> {
  const [why] = (await Promise.race([once(child, 'error'), once(child, 'exit')])) as [unknown]
  throw why instanceof Error ? why : new Error(`chromium ended with ${String(why)}`)
}
