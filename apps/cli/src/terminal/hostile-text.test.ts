import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatFailure } from '../command/failure.ts'
import { devView } from '../dev/dev-view.ts'
import type { DevEvent } from '../dev/dev-event.ts'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { terminalLogger } from '../cluster/terminal-logger.ts'
import { ownSequence } from './own-sequence.ts'
import { safeOutput } from './safe-output.ts'

/** Moves the cursor, sets a title and colours, rings the bell, reverses text, and imitates a line of output. */
const hostile = 'x\u001b[2J\u001b]0;owned\u0007\u009b35m\u001b[35m\u0008\u007f\u202egnol\u2066\r\u2028y\n✓ all is well'
/** Nothing of ours is magenta. */
const harmful =
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\u001b(?!\[(?:1|2|22|3[1236]|39)m)/

let folder: string
let server: Server

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-hostile-'))
  server = createServer((request, response) => {
    const [status, body] = answerTo(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }],
    contexts: [{ name: 'a', context: { cluster: 'a' } }],
    'current-context': 'a',
  }
  await writeFile(join(folder, 'config'), JSON.stringify(config))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

/** A server that returns hostile text wherever possible. */
function answerTo(path: string): readonly [number, object] {
  if (path.startsWith('/version')) return [200, { gitVersion: hostile, minor: '31' }]
  if (path.includes('selfsubjectreviews')) {
    return [
      201,
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'SelfSubjectReview',
        status: { userInfo: { username: hostile } },
      },
    ]
  }
  if (path.includes('/leases')) return [200, leases]
  const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code: 403, reason: hostile, message: hostile }
  return [403, status]
}

const leases = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'LeaseList',
  metadata: { resourceVersion: '1' },
  items: [
    {
      metadata: {
        name: `web-${hostile}`,
        namespace: hostile,
        resourceVersion: '1',
        labels: { 'sharding.kubewright.dev/ring': hostile, 'sharding.kubewright.dev/shard': hostile },
        annotations: { 'sharding.kubewright.dev/work': hostile },
      },
      spec: { holderIdentity: hostile, leaseDurationSeconds: 15, renewTime: hostile },
    },
  ],
}

async function shownBy(args: readonly string[]): Promise<string> {
  const terminal = fakeTerminal({ cwd: folder, isTTY: true, environment: { TERM: 'xterm' } })
  try {
    await runCommand(args, terminal)
  } catch (error) {
    const { stdout, stderr } = formatFailure(error, { isJson: args.includes('--json'), isStopped: false })
    terminal.stdout.write(stdout)
    terminal.stderr.write(stderr)
  }
  return `${terminal.written.stdout}${terminal.written.stderr}`
}

describe('text from a server', () => {
  it.each([
    ['doctor', ['doctor']],
    ['doctor --json', ['doctor', '--json']],
    ['shards', ['shards']],
    ['shards --json', ['shards', '--json']],
    ['shards with a ring', ['shards', '--ring', 'web', '--namespace', 'default']],
    ['shards explain', ['shards', 'explain', 'Website', 'default/blog']],
    ['an unknown command', [hostile]],
    ['an unknown option', ['doctor', `--${hostile}`]],
    ['an unknown error code', ['explain', hostile]],
  ])('is escaped in the output of %s', async (_, args) => {
    const needsCluster = args[0] === 'doctor' || args[0] === 'shards'
    const shown = await shownBy(needsCluster ? [...args, '--kubeconfig', 'config'] : args)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown).not.toMatch(harmful)
    expect(shown).not.toMatch(/^✓ all is well/m)
  })

  it('is unchanged for a parser of the JSON output', async () => {
    const shown = await shownBy(['doctor', '--json', '--kubeconfig', 'config'])
    expect(shown).toContain('"text"')
    expect(JSON.stringify(JSON.parse(shown))).toContain(JSON.stringify(hostile).slice(1, -1))
  })

  const object = { name: hostile, namespace: hostile }
  const events: readonly DevEvent[] = [
    { type: 'cluster', url: hostile, kubeconfig: hostile },
    { type: 'changed', files: [hostile] },
    { type: 'installed', crds: [hostile] },
    { type: 'broken', crd: hostile, objects: [{ object: hostile, why: hostile }], more: 1 },
    { type: 'applied', objects: [hostile] },
    { type: 'operator', state: 'starting', main: hostile },
    { type: 'operator', state: 'stopped', how: hostile },
    {
      type: 'reconcile',
      id: '1',
      controller: hostile,
      object,
      reasons: [{ type: 'triggered', by: hostile }],
      startedAt: 0,
      durationMs: 1,
      result: { type: 'error', message: hostile, isTerminal: false, code: hostile },
      writes: { sent: 0, changed: 0 },
    },
    { type: 'queues', controllers: { [hostile]: { waiting: 1, running: 0, delayed: 0 } } },
    { type: 'due', objects: [{ controller: hostile, key: hostile, at: 0 }] },
    { type: 'line', text: hostile.replaceAll('\n', ' ') },
    { type: 'problem', message: hostile, code: hostile },
    { type: 'hint', text: hostile },
  ]

  it.each(events.map((event) => [event.type, event] as const))('is escaped in the output of dev: %s', (_, event) => {
    let written = ''
    const terminal = fakeTerminal()
    const stdout = safeOutput({ isTTY: true, write: (text) => (written += text) })
    const view = devView({ ...terminal, stdout, environment: { TERM: 'xterm' } }, { isJson: false })
    view.tell(event)
    view[Symbol.dispose]()
    // The sequences that redraw the panel are our own.
    // oxlint-disable-next-line no-control-regex
    expect(written.replaceAll(/\r(?:\u001b\[\d+A)?\u001b\[J/g, '')).not.toMatch(harmful)
    expect(written).not.toMatch(/^✓ all is well/m)
  })

  it('stays on one log line', () => {
    const terminal = fakeTerminal()
    terminalLogger(terminal)
      .with({ pod: hostile })
      .warn(hostile, { error: new Error(hostile) })
    expect(terminal.written.stderr).not.toMatch(harmful)
    expect(terminal.written.stderr.split('\n')).toHaveLength(2)
  })

  it('cannot forge an escape sequence of our own', () => {
    const forged = ownSequence('\u001b[2J').replace(/[\da-f]{8}-/, '00000000-')
    let written = ''
    safeOutput({ write: (text) => (written += text) }).write(`${forged}${ownSequence('\u001b[1m')}`)
    expect(written).toMatch(/\\u001b\[2J/)
    expect(written.endsWith('\u001b[1m')).toBe(true)
  })
})

it('only modules in terminal/ write to the screen', async () => {
  const root = join(import.meta.dirname, '..')
  const files = (await readdir(root, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  const writing: string[] = []
  for (const path of files) {
    if (path.startsWith('terminal/') || path.startsWith('scaffold/')) continue // generated files are text
    const text = await readFile(join(root, path), 'utf8')
    if (/process\.(stdout|stderr)\b|console\.\w/.test(text)) writing.push(path)
  }
  expect(writing).toEqual([])
})
