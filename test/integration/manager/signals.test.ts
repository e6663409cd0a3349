import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, 'signalled-program.ts')

/** The output of the program on both streams, and its exit. */
class Program {
  readonly #child: ChildProcess
  readonly ended: Promise<number | null>
  said = ''
  log = ''

  constructor(mode: string) {
    const node = ['--import', 'tsx', '--conditions=@kubewright/source', program, mode]
    this.#child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout!.on('data', (chunk) => (this.said += String(chunk)))
    this.#child.stderr!.on('data', (chunk) => (this.log += String(chunk)))
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
  }

  async says(line: string): Promise<void> {
    while (!this.said.includes(`${line}\n`)) {
      const gone = await Promise.race([this.#heard(), this.ended.then(() => true)])
      if (gone && !this.said.includes(`${line}\n`)) throw new Error(`it ended without saying "${line}": ${this.log}`)
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  #heard(): Promise<false> {
    return new Promise((resolve) => this.#child.stdout!.once('data', () => resolve(false)))
  }
}

describe('a process with a running manager', () => {
  it('stops in order on the first signal', async () => {
    const running = new Program('patient')
    await running.says('reconciling')
    running.signal('SIGTERM')
    expect(await running.ended, running.log).toBe(0)
    expect(running.said).toBe('reconciling\ntold to stop\nstopped\n')
    const messages = running.log
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toEqual([
      'starting',
      'caches synced',
      'controllers started',
      'stopping',
      'all reconciles ended',
      'controllers closed',
      'caches closed',
      'stopped',
    ])
  }, 30_000)

  it('exits at once with code 1 on the second signal', async () => {
    const running = new Program('stubborn')
    await running.says('reconciling')
    running.signal('SIGTERM')
    await running.says('told to stop')
    running.signal('SIGINT')
    expect(await running.ended, running.log).toBe(1)
    expect(running.said).not.toContain('stopped')
  }, 30_000)
})
