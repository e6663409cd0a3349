import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { DevView } from './dev-view.ts'
import type { ReconcileMessage, SentResult } from './reconcile-message.ts'

const reconcile = (result: SentResult): ReconcileMessage => ({
  type: 'reconcile',
  id: '1',
  controller: 'websites',
  object: { name: 'blog', namespace: 'default' },
  reasons: [{ type: 'changed' }],
  startedAt: 0,
  durationMs: 1,
  result,
  writes: { sent: 0, changed: 0 },
})

function onTerminal(columns?: number) {
  let shown = ''
  const terminal = fakeTerminal({ environment: { NO_COLOR: '1' } })
  const stdout = {
    isTTY: true,
    write: (text: string) => (shown += text),
    ...(columns === undefined ? {} : { columns }),
  }
  return { view: new DevView({ ...terminal, stdout }), shown: () => shown }
}

describe('the view of kubewright dev', () => {
  it('is lines and nothing else in a pipe', () => {
    const terminal = fakeTerminal()
    using view = new DevView(terminal)
    view.step('cluster https://127.0.0.1:6443')
    view.operatorIs('running')
    view.line('hello')
    view.problem('broken')
    expect(terminal.written.stdout).toBe('• cluster https://127.0.0.1:6443\n│ hello\n! broken\n')
  })

  it('has a last line on a terminal that says how all of it stands', () => {
    const { view, shown } = onTerminal()
    view.operatorIs('running')
    view.reconciled(reconcile({ type: 'error', message: 'no', isTerminal: false }))
    expect(shown().endsWith('operator running · 1 reconciles · 1 failing · Ctrl-C stops')).toBe(true)
    view.reconciled(reconcile({ type: 'success' }))
    expect(shown().endsWith('operator running · 2 reconciles · Ctrl-C stops')).toBe(true)
    view[Symbol.dispose]()
    expect(shown().endsWith('\r\u001b[K')).toBe(true)
  })

  it('never breaks the last line', () => {
    const { view, shown } = onTerminal(20)
    view.operatorIs('running')
    expect(shown()).toBe('\r\u001b[Koperator running · ')
    view[Symbol.dispose]()
  })

  it('counts a flood instead of showing it', async () => {
    const terminal = fakeTerminal()
    using view = new DevView(terminal)
    for (let count = 0; count < 1_000; count++) view.reconciled(reconcile({ type: 'success' }))
    await (terminal.clock as VirtualClock).advance('1s')
    const lines = terminal.written.stdout.trimEnd().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([41, '… and 960 more lines in that second'])
  })
})
