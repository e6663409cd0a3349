/**
 * Webhooks and policies: kube-apiserver's responses, webhook requests and audit annotations are still those of the
 * recording that our server is tested with. A dedicated server, because the configurations affect every write.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admissionNotes, type Play, perform, type Stage } from '../../packages/apiserver/src/admission/testing/play.ts'
import {
  type PlayedWebhooks,
  servePlayedWebhooks,
} from '../../packages/apiserver/src/admission/testing/played-webhooks.ts'
import { stageObjects } from '../../packages/apiserver/src/admission/testing/policy-parts.ts'
import { policyPlays } from '../../packages/apiserver/src/admission/testing/policy-plays.ts'
import { policyRecording, webhookRecording } from '../../packages/apiserver/src/admission/testing/recording.ts'
import { webhookPlays } from '../../packages/apiserver/src/admission/testing/webhook-plays.ts'
import { openRawApi, type RawApi } from '../../tools/kube-apiserver/raw-api.ts'
import { type RealServer, startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { realServer } from './real-server.ts'

const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [{ level: 'Request' }],
}

const isRecording = process.env['KUBEWRIGHT_RECORD'] === '1'

let directory: string
let server: RealServer
let api: RawApi
let webhooks: PlayedWebhooks
/** Bytes of the audit log that were read. */
let auditRead = 0

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubewright-admission-'))
  await writeFile(join(directory, 'policy.json'), JSON.stringify(policy))
  const flags = { 'audit-policy-file': join(directory, 'policy.json'), 'audit-log-path': join(directory, 'audit.log') }
  server = await startRealServer({ programs: realServer().programs, flags: { ...flags, 'audit-log-mode': 'blocking' } })
  api = openRawApi(server)
  webhooks = await servePlayedWebhooks()
  for (const { path, body } of stageObjects) await api.request(path, { method: 'POST', body })
}, 120_000)

afterAll(async () => {
  api[Symbol.dispose]()
  await webhooks[Symbol.asyncDispose]()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The audit-log lines since the last call. */
async function newAuditLines(): Promise<readonly string[]> {
  await using log = await open(join(directory, 'audit.log'))
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - auditRead), 0, size - auditRead, auditRead)
  auditRead += bytesRead
  return buffer.toString('utf8', 0, bytesRead).split('\n')
}

/** kube-apiserver reloads policies once a second. */
const settleTime = ({ given = [] }: Play) => (given.some(({ path }) => path.includes('polic')) ? '1500ms' : '300ms')

const stage = (): Stage => ({
  send: ({ method = 'POST', path, type, headers, body }, auditId) =>
    api.request(path, {
      method,
      body,
      headers: { 'audit-id': auditId, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    }),
  async notes(auditId) {
    const line = (await newAuditLines()).find((one) => one.includes(`"auditID":"${auditId}"`))
    return admissionNotes((JSON.parse(line ?? '{}') as { annotations?: Record<string, string> }).annotations)
  },
  takeAsked: () => webhooks.takeAsked(),
  settle: (play) => sleep(systemClock, settleTime(play)),
  webhooksUrl: webhooks.url,
  caBundle: webhooks.caBundle,
})

/** The same stage, which records in `left` the objects that steps create. */
function noting(left: string[]): Stage {
  const plain = stage()
  return {
    ...plain,
    async send(step, auditId) {
      const answer = await plain.send(step, auditId)
      const { metadata } = answer.body as { metadata?: { name?: string } }
      const isNew = answer.status === 201 && auditId !== 'given' && !step.path.includes('dryRun')
      if (isNew && metadata?.name !== undefined) left.push(`${step.path.split('?')[0]}/${metadata.name}`)
      return answer
    },
  }
}

// Retried: kube-apiserver needs time to load new configurations.
describe.each([
  ['webhooks', webhookPlays, webhookRecording],
  ['policies', policyPlays, policyRecording],
] as const)(
  'dynamic admission (%s) on kube-apiserver, as recorded',
  { retry: { count: 2, delay: 2_000 } },
  (_, plays, recording) => {
    const recorded = recording.read()
    const performed: Record<string, readonly string[]> = {}
    const left = new Map<Play, string[]>(plays.map((play) => [play, []]))

    it.each(plays)('$name', async (play) => {
      for (const path of left.get(play)!.splice(0)) await api.request(path, { method: 'DELETE' })
      const lines = await perform(play, noting(left.get(play)!))
      performed[play.name] = lines
      expect(lines).toEqual(isRecording ? lines : recorded[play.name])
    })

    afterAll(() => {
      if (isRecording) recording.write(performed)
    })
  },
)
