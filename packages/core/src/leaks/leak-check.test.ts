import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { unwatchFile, watch, watchFile } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { Leak } from './leak.ts'
import { startLeakCheck } from './leak-check.ts'
import { track } from '../tasks/tasks.ts'
import { VirtualClock } from '../time/virtual-clock.ts'

// The check is about real timers.
const { setInterval, setTimeout } = globalThis

interface Opened {
  close(): unknown
}

const here = 'leak-check.test.ts'

interface LeakClass {
  readonly name: string
  readonly open: () => Opened | Promise<Opened>
  readonly kinds: readonly string[]
  readonly description: RegExp
  /** Whether the report contains the line that opened it. */
  readonly isLocated?: boolean
}

/** Each row leaves one kind of resource open, and has its expected report. */
const classes: readonly LeakClass[] = [
  {
    name: 'a timer',
    open: () => {
      const timer = setTimeout(() => {}, 60_000)
      return { close: () => clearTimeout(timer) }
    },
    kinds: ['timer'],
    description: /^a timer of 60000 ms$/,
  },
  {
    name: 'an interval',
    open: () => {
      const timer = setInterval(() => {}, 5)
      return { close: () => clearInterval(timer) }
    },
    kinds: ['timer'],
    description: /^an interval of 5 ms$/,
  },
  {
    name: 'a chain of short timers',
    open: () => {
      let timer: NodeJS.Timeout
      const again = () => {
        timer = setTimeout(again, 1)
      }
      again()
      return { close: () => clearTimeout(timer) }
    },
    kinds: ['timer'],
    description: /^a timer of 1 ms$/,
  },
  {
    name: 'a listening server',
    open: async () => {
      const server = await listening()
      return { close: () => closed(server) }
    },
    kinds: ['server'],
    description: /^a listening server at 127\.0\.0\.1:\d+$/,
  },
  {
    name: 'both ends of an unreferenced socket',
    open: async () => {
      const server = await listening()
      const [near, far] = await connected(server)
      server.close()
      near.unref()
      far.unref()
      return { close: () => [near.destroy(), far.destroy()] }
    },
    kinds: ['socket', 'socket'],
    description: /^a socket from 127\.0\.0\.1:\d+ to 127\.0\.0\.1:\d+$/,
  },
  {
    name: 'a datagram socket',
    open: async () => {
      const socket = createSocket('udp4')
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
      return { close: () => socket.close() }
    },
    kinds: ['socket'],
    description: /^a socket at 127\.0\.0\.1:\d+$/,
  },
  {
    name: 'a child process',
    open: () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      return { close: () => new Promise((resolve) => child.once('close', resolve) && child.kill('SIGKILL')) }
    },
    kinds: ['child process'],
    description: /^a child process with pid \d+$/,
  },
  {
    name: 'a file watcher',
    open: () => watch(tmpdir()),
    kinds: ['file watcher'],
    description: /^a file watcher \(fs\.watch\)$/,
  },
  {
    name: 'a polling file watcher',
    open: () => {
      watchFile(`${tmpdir()}/kubewright-nothing-here`, () => {})
      return { close: () => unwatchFile(`${tmpdir()}/kubewright-nothing-here`) }
    },
    kinds: ['file watcher'],
    description: /^a file watcher \(fs\.watchFile\)$/,
  },
  {
    name: 'an open file',
    open: () => open(process.execPath),
    kinds: ['file'],
    description: /^an open file \(descriptor \d+\)$/,
    isLocated: false, // Node opens files on another thread, without the stack of the caller
  },
  {
    name: 'a worker thread',
    open: async () => {
      const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
      await new Promise((resolve) => worker.once('online', resolve))
      return { close: () => worker.terminate() }
    },
    kinds: ['worker'],
    description: /^a worker thread$/,
  },
  {
    name: 'another handle',
    open: () => {
      const { port1 } = new MessageChannel()
      port1.on('message', () => {})
      return port1
    },
    kinds: ['handle'],
    description: /^an open handle \(MESSAGEPORT\)$/,
  },
  {
    name: 'a tracked task',
    open: () => {
      let settle!: () => void
      void track('sweep the floor', new Promise<void>((resolve) => (settle = resolve)))
      return { close: settle }
    },
    kinds: ['task'],
    description: /^the task "sweep the floor", not settled$/,
  },
]

describe('the leak check', () => {
  it.each(classes)('reports $name with its origin, and passes once it is closed', async (row) => {
    const leaky = startLeakCheck({ grace: '20ms', ignore: isRunners })
    const clean = startLeakCheck({ ignore: isRunners })
    const opened = await row.open()
    const error = await leaky.stop().then(
      () => expect.unreachable('nothing was found'),
      (reason: Error & { code: string; details: { leaks: readonly Leak[] } }) => reason,
    )
    await opened.close()
    await clean.stop()

    const { leaks } = error.details
    expect(error.code).toBe('KW_CORE_LEAK')
    expect(leaks.map(({ kind }) => kind)).toEqual(row.kinds)
    expect(leaks.at(-1)!.description).toMatch(row.description)
    expect(leaks.some(({ origin }) => origin.includes(here))).toBe(row.isLocated ?? true)
    expect(error.message).toContain(leaks[0]!.description)
  })

  it('reports timers on the given virtual clocks', async () => {
    const clock = new VirtualClock()
    const check = startLeakCheck({ clocks: [clock], grace: 0, ignore: isRunners })
    const timer = clock.schedule(5_000, () => {})
    expect(check.leaks()).toMatchObject([
      {
        kind: 'virtual timer',
        description: 'a timer on a virtual clock, due in 5000 ms',
        origin: expect.stringContaining(here),
      },
    ])
    timer[Symbol.dispose]()
    await check.stop()
  })

  it('ignores earlier resources, unreferenced timers and closing handles', async () => {
    const before = setTimeout(() => {}, 60_000)
    const check = startLeakCheck({ ignore: isRunners })
    const idle = setTimeout(() => {}, 60_000).unref()
    const server = await listening()
    const [near, far] = await connected(server)
    near.destroy()
    far.destroy()
    server.close()
    await expect(check.stop()).resolves.toBeUndefined()
    clearTimeout(before)
    clearTimeout(idle)
  })

  it('ignores leaks matched by the ignore option', async () => {
    const check = startLeakCheck({ ignore: ({ kind }) => kind === 'timer' })
    const timer = setTimeout(() => {}, 60_000)
    await expect(check.stop()).resolves.toBeUndefined()
    clearTimeout(timer)
  })

  it('ignores nothing by default, and records nothing after stop()', async () => {
    const check = startLeakCheck({ grace: 0 })
    const seen = setTimeout(() => {}, 1111)
    await expect(check.stop()).rejects.toThrow('- a timer of 1111 ms, created')
    const unseen = setTimeout(() => {}, 2222)
    expect(check.leaks().map(({ description }) => description)).not.toContain('a timer of 2222 ms')
    clearTimeout(seen)
    clearTimeout(unseen)
  })

  it('retains nothing of 10,000 cleared timers', () => {
    const check = startLeakCheck({ ignore: isRunners })
    for (let count = 0; count < 10_000; count++) clearTimeout(setTimeout(() => {}, 60_000))
    expect(check.leaks()).toEqual([])
    return check.stop()
  })

  it('lists each leak with its stack trace', async () => {
    const check = startLeakCheck({ grace: 0, ignore: isRunners })
    const timer = setTimeout(() => {}, 1234)
    await expect(check.stop()).rejects.toThrow(
      /^Cannot end the test: one resource is still in use\. Close, .* ends\.\n- a timer of 1234 ms, created\n +at .*leak-check\.test\.ts:\d+:\d+\)?\n/,
    )
    clearTimeout(timer)
  })
})

/** Resources that Vitest keeps open while a test runs. */
function isRunners({ origin }: Leak): boolean {
  return !origin.includes(here) && /node_modules\/@?vitest\//.test(origin)
}

async function listening(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

async function connected(server: Server): Promise<readonly [Socket, Socket]> {
  const { port } = server.address() as { port: number }
  const far = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const near = connect(port, '127.0.0.1')
  return [near, await far]
}
