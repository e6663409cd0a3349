import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { safeOutput } from '../terminal/safe-output.ts'
import { devView } from './dev-view.ts'
import type { ReconcileMessage, SentResult } from './reconcile-message.ts'

const reconcile = (result: SentResult, name = 'blog'): ReconcileMessage => ({
  type: 'reconcile',
  id: '1',
  controller: 'websites',
  object: { name, namespace: 'default' },
  reasons: [{ type: 'changed' }],
  startedAt: 0,
  durationMs: 1,
  result,
  writes: { sent: 0, changed: 0 },
})
const forPeople = { isJson: false }

/** A terminal that interprets the cursor movements used here. */
function onScreen({ columns = 80, rows = 40, environment = {} } = {}) {
  const size = { columns, rows }
  let written = ''
  const listeners = new Set<() => void>()
  const terminal = fakeTerminal({ environment: { NO_COLOR: '1', ...environment } })
  const stdout = {
    isTTY: true,
    write: (text: string) => (written += text),
    get columns() {
      return size.columns
    },
    get rows() {
      return size.rows
    },
    on: (_: 'resize', listen: () => void) => listeners.add(listen),
    off: (_: 'resize', listen: () => void) => listeners.delete(listen),
  }
  const view = devView({ ...terminal, stdout: safeOutput(stdout) }, forPeople)
  return {
    view,
    clock: terminal.clock as VirtualClock,
    written: () => written,
    listeners,
    resize(to: Partial<typeof size>) {
      Object.assign(size, to)
      for (const listen of listeners) listen()
    },
    shown: () => screenOf(written),
  }
}

/** The lines on the screen after all output. */
function screenOf(written: string): readonly string[] {
  const lines = ['']
  let at = 0
  // oxlint-disable-next-line no-control-regex
  for (const [, move, up, , text] of written.matchAll(/(\u001b\[(\d*)(A|J|K))|([^\u001b]+)/g)) {
    if (text !== undefined) at = type(lines, at, text)
    else if (move?.endsWith('A')) at -= Number(up)
    else lines.splice(at, lines.length, '')
  }
  return lines
}

function type(lines: string[], start: number, text: string): number {
  let at = start
  for (const piece of text.split(/(\n|\r)/)) {
    if (piece === '\n') lines[++at] ??= ''
    else if (piece !== '\r' && piece !== '') lines[at] = `${lines[at] ?? ''}${piece}`
  }
  return at
}

describe('the output of kubewright dev', () => {
  it('is plain lines in a pipe', () => {
    const terminal = fakeTerminal()
    using view = devView(terminal, forPeople)
    view.tell({ type: 'cluster', url: 'https://127.0.0.1:6443' })
    view.tell({ type: 'operator', state: 'running' })
    view.tell({ type: 'queues', controllers: { websites: { waiting: 1, running: 0, delayed: 0 } } })
    view.tell({ type: 'line', text: 'hello' })
    view.tell({ type: 'problem', message: 'broken', code: 'KW_CLI_CONFIG' })
    expect(terminal.written.stdout).toBe('• cluster https://127.0.0.1:6443\n│ hello\n! broken (KW_CLI_CONFIG)\n')
  })

  it('is one JSON object per line with --json', () => {
    const terminal = fakeTerminal()
    using view = devView(terminal, { isJson: true })
    view.tell({ type: 'cluster', url: 'https://127.0.0.1:6443', kubeconfig: '/a' })
    view.tell({ type: 'hint', text: 'try kubectl' })
    view.tell(reconcile({ type: 'success' }))
    const lines = terminal.written.stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { type: 'cluster', url: 'https://127.0.0.1:6443', kubeconfig: '/a' },
      reconcile({ type: 'success' }),
    ])
  })

  it('has a status panel below the log on a terminal', () => {
    const { view, shown, clock } = onScreen()
    view.tell({ type: 'operator', state: 'starting', main: 'main.ts' })
    view.tell({ type: 'operator', state: 'running' })
    view.tell({ type: 'queues', controllers: { websites: { waiting: 2, running: 1, delayed: 0 } } })
    view.tell(reconcile({ type: 'error', message: 'no\nzone', isTerminal: false, code: 'KW_X' }))
    view.tell({ type: 'due', objects: [{ controller: 'websites', key: 'default/blog', at: clock.now() + 8_000 }] })
    view.tell(reconcile({ type: 'success' }, 'shop'))
    expect(shown()).toEqual([
      '• starting main.ts',
      '00:00:00 ✗ websites default/blog: changed, no zone, kubewright explain KW_X, will be tried again, 1 ms',
      '00:00:00 ✓ websites default/shop: changed, 1 ms',
      '✓ websites  2 queued · 1 running · last default/shop, 1 ms',
      '✗   default/blog of websites: changed → no zone · KW_X · again in 8s',
      '✓   default/shop of websites: changed → done',
      'operator running · 2 reconciles · 1 failing · Ctrl-C stops',
    ])
    view[Symbol.dispose]()
    expect(shown().slice(3)).toEqual([''])
  })

  it('counts down to the next requeue', async () => {
    const { view, clock, shown } = onScreen()
    view.tell(reconcile({ type: 'requeue_after', afterMs: 5_000 }))
    view.tell({ type: 'due', objects: [{ controller: 'websites', key: 'default/blog', at: clock.now() + 5_000 }] })
    await clock.advance('2s')
    expect(shown().at(-2)).toBe('↻   default/blog of websites: changed → again in 3s')
    view[Symbol.dispose]()
  })

  it('resets its counters when the operator restarts', () => {
    const { view, shown } = onScreen()
    view.tell(reconcile({ type: 'error', message: 'no', isTerminal: true }))
    view.tell({ type: 'operator', state: 'starting', main: 'main.ts' })
    expect(shown().at(-1)).toBe('operator starting · 1 reconciles · Ctrl-C stops')
    view[Symbol.dispose]()
  })

  it.each([
    { columns: 20, rows: 40 },
    { columns: 5, rows: 3 },
    { columns: 300, rows: 10 },
  ])('fits into $columns columns and $rows rows', (size) => {
    const { view, shown } = onScreen(size)
    for (let count = 0; count < 30; count++) view.tell(reconcile({ type: 'success' }, `site-${count}`))
    const panel = shown().slice(30)
    expect(Math.max(...panel.map(({ length }) => length))).toBeLessThan(size.columns)
    expect(panel.length).toBeLessThanOrEqual(Math.max(1, Math.floor(size.rows * 0.4)))
    view[Symbol.dispose]()
  })

  it('is redrawn when the terminal is resized, and removes its listener at the end', () => {
    const screen = onScreen({ columns: 80 })
    const { view, listeners } = screen
    view.tell({ type: 'operator', state: 'running' })
    screen.resize({ columns: 30 })
    // The line has become two: both of them are removed.
    expect(screen.written().endsWith('\r\u001b[1A\u001b[Joperator running · 0 reconci…')).toBe(true)
    view[Symbol.dispose]()
    expect(listeners.size).toBe(0)
  })

  it('is plain lines on a dumb terminal', () => {
    const { view, written } = onScreen({ environment: { TERM: 'dumb' } })
    view.tell({ type: 'line', text: 'hello' })
    view[Symbol.dispose]()
    expect(written()).toBe('│ hello\n')
  })

  it('summarizes a flood of reconciles', async () => {
    const terminal = fakeTerminal()
    using view = devView(terminal, forPeople)
    for (let count = 0; count < 1_000; count++) view.tell(reconcile({ type: 'success' }))
    await (terminal.clock as VirtualClock).advance('1s')
    const lines = terminal.written.stdout.trimEnd().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([41, '… and 960 more lines in that second'])
  })
})
