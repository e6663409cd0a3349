/** Runs the same sessions on a real server and on ours, and reports differences. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import type { Difference } from '../conformance/difference.ts'
import { ensureRealServer } from '../kube-apiserver/ensure-real-server.ts'
import type { Access } from '../kube-apiserver/kubeconfig.ts'
import { startRealServer } from '../kube-apiserver/start-real-server.ts'
import { findKubectl } from './find-kubectl.ts'
import type { Outcome } from './mask-output.ts'
import { runSessions, type SeenOutcomes } from './run-session.ts'
import { idsOf, parseSession, type Session } from './session.ts'
import { diffTexts } from './text-diff.ts'

export const kubectlRoot = resolve(import.meta.dirname, '../../test/kubectl')

export async function loadSessions(): Promise<readonly Session[]> {
  const root = join(kubectlRoot, 'sessions')
  const files = (await readdir(root)).filter((file) => file.endsWith('.session')).toSorted()
  return Promise.all(
    files.map(async (file) =>
      parseSession(file.slice(0, -'.session'.length), await readFile(join(root, file), 'utf8')),
    ),
  )
}

export interface Comparison {
  readonly ids: readonly string[]
  readonly differences: readonly Difference[]
}

export async function compareSessions(sessions: readonly Session[]): Promise<Comparison> {
  const programs = await ensureRealServer()
  const kubectl = await findKubectl(programs)
  const [real, ours] = await Promise.all([
    startRealServer({ programs }).then((server) => play(kubectl, sessions, server, () => server.stop())),
    startOurs().then(({ access, stop }) => play(kubectl, sessions, access, stop)),
  ])
  const ids = sessions.flatMap((session) => idsOf(session).filter((id): id is string => id !== undefined))
  return { ids, differences: ids.flatMap((id) => differenceOf(id, real, ours)) }
}

async function play(kubectl: string, sessions: readonly Session[], access: Access, stop: () => Promise<void>) {
  const scratch = await mkdtemp(join(tmpdir(), 'kubewright-kubectl-'))
  try {
    return await runSessions({ access, kubectl, directory: kubectlRoot, scratch }, sessions)
  } finally {
    await stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** With the same administrator as the real one. */
async function startOurs() {
  const token = randomBytes(32).toString('hex')
  const administrator = { name: 'admin', uid: 'admin', groups: ['system:masters'] }
  const server = await startApiServer({ aggregatesRoles: false, listen: {}, users: new Map([[token, administrator]]) })
  const { url, authority } = server.endpoint!
  return { access: { url, ca: authority, token }, stop: async () => server[Symbol.asyncDispose]() }
}

function differenceOf(id: string, real: SeenOutcomes, ours: SeenOutcomes): Difference[] {
  const [left, right] = [describe(real.get(id)), describe(ours.get(id))]
  const lines = diffTexts(left, right)
  return lines.length === 0 ? [] : [{ id, text: [id, ...lines.map((line) => `    ${line}`)].join('\n') }]
}

function describe(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'did not run'
  const { code, stdout, stderr } = outcome
  return [`exit: ${code}`, stdout, ...(stderr === '' ? [] : ['on stderr:', stderr])].join('\n')
}
