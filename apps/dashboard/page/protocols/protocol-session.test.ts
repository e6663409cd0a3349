import { expect, test } from 'vitest'
import { exampleTopology } from './example-topology.ts'
import { answer } from './protocol-answers.ts'
import { type Asks, ProtocolSession } from './protocol-session.ts'

const direct: Asks = { ask: async (question, ask) => answer(question, ask) }

function storeOf(text?: string) {
  const kept = { text }
  return { kept, read: () => kept.text, write: (next: string) => void (kept.text = next) }
}

async function opened(worker = direct, store = storeOf()) {
  const session = new ProtocolSession(worker, store, exampleTopology)
  await session.check()
  return { session, store }
}

const stepOf = (session: ProtocolSession, line: string) => {
  const [node, operation] = line.split('.')
  return session.outlook!.steps.find(
    (step) => step.kind === 'operation' && step.node === node && step.operation === operation,
  )!
}

test('a protocol session starts with the example, or with the stored text of the tab', async () => {
  const { session } = await opened()
  expect(session.sound!.text).toBe(exampleTopology)
  expect(session.selected).toBe('disk')
  const { session: again } = await opened(direct, storeOf('nodes: {}\n'))
  expect(again.text).toBe('nodes: {}\n')
})

test('steps can be undone and redone; a new step drops the undone ones', async () => {
  const { session } = await opened()
  await session.take(stepOf(session, 'disk.create'))
  await session.take(stepOf(session, 'db.run'))
  expect(session.state).toMatchObject({ disk: 'available', db: 'running' })
  await session.goTo(1)
  expect(session.state).toMatchObject({ db: 'unavailable' })
  expect(session.outlook!.steps.map(({ node }) => node)).toContain('db')
  await session.goTo(2)
  expect(session.state).toMatchObject({ db: 'running' })
  await session.goTo(1)
  await session.take(stepOf(session, 'web.run'))
  expect(session.history!.moves).toHaveLength(2)
  await session.restart()
  expect(session.state).toEqual(session.sound!.model.initial)
})

test('a text with errors leaves drawing and simulation unchanged', async () => {
  const { session, store } = await opened()
  await session.take(stepOf(session, 'disk.create'))
  session.setText('types: [')
  await session.check()
  expect(session.checked!.isSound).toBe(false)
  expect(session.sound!.text).toBe(exampleTopology)
  expect(session.state).toMatchObject({ disk: 'available' })
  expect(store.kept.text).toBe('types: [')
})

test('a small text change keeps the state, a change of nodes resets it', async () => {
  const { session } = await opened()
  await session.take(stepOf(session, 'disk.create'))
  session.setText(`${exampleTopology}# the same\n`)
  await session.check()
  expect(session.state).toMatchObject({ disk: 'available' })
  session.setText(exampleTopology.replace('  disk: Volume\n', '  disk: Volume\n  spare: Volume\n'))
  await session.check()
  expect(session.state).toMatchObject({ disk: 'unavailable', spare: 'unavailable' })
})

test('a check result for an older text is ignored', async () => {
  const late: (() => void)[] = []
  const slow: Asks = {
    ask: (question, ask) => {
      if (question !== 'check') return direct.ask(question, ask)
      return new Promise((resolve) => late.push(() => resolve(answer(question, ask))))
    },
  }
  const session = new ProtocolSession(slow, storeOf(), exampleTopology)
  const first = session.check()
  session.setText('nodes: {}\n')
  const second = session.check()
  late[1]!()
  await second
  late[0]!()
  await first
  expect(session.sound!.text).toBe('nodes: {}\n')
})

test('a text that is restored before its check result arrived is checked again', async () => {
  const late: (() => void)[] = []
  const slow: Asks = {
    ask: (question, ask) => {
      if (question !== 'check') return direct.ask(question, ask)
      return new Promise((resolve) => late.push(() => resolve(answer(question, ask))))
    },
  }
  const session = new ProtocolSession(slow, storeOf(), exampleTopology)
  const first = session.check()
  session.setText('nodes: {}\n')
  late[0]!()
  await first
  expect(session.checked).toBeUndefined()
  session.setText(exampleTopology)
  await session.check()
  expect(session.sound!.text).toBe(exampleTopology)
  expect(late).toHaveLength(1)
})

test('a check that times out is reported, and the text has no topology', async () => {
  const dead: Asks = { ask: () => Promise.reject(new Error('It was stopped after 5 s without an answer.')) }
  const { session } = await opened(dead)
  expect(session.checked!.problems[0]!.message).toContain('stopped after 5 s')
  expect(session.sound).toBeUndefined()
})

test('a step that is no longer possible is reported, and cleared by the next success', async () => {
  const { session } = await opened()
  await session.replay(['api.run'])
  expect(session.failure).toContain('api.run')
  await session.replay(['disk.create', 'db.run'])
  expect(session.failure).toBe('')
  expect(session.history!.moves).toHaveLength(2)
})

test('a full session storage is reported', async () => {
  const full = {
    read: () => undefined,
    write: () => {
      throw new Error('quota')
    },
  }
  const session = new ProtocolSession(direct, full, exampleTopology)
  session.setText('nodes: {}')
  expect(session.failure).toBe('The text is not kept in this tab: quota')
})
