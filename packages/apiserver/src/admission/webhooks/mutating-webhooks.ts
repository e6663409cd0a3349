/** Webhooks that may mutate a write. They are called in sequence, by configuration and position. */
import { deepEqual, type JsonObject } from '@kubewright/core/json'
import { DecodeFailure } from '../../codec/decode-failure.ts'
import { PatchFailure } from '../../json-patch/patch-failure.ts'
import type { Decoded } from '../../codec/codec.ts'
import type { Draft } from '../../object/draft.ts'
import { internal } from '../../status/failures.ts'
import type { AdmissionPlugin, Attributes, Round } from '../../kinds/admission.ts'
import type { WebhookDependencies } from '../matching/dependencies.ts'
import { isExemptFromWebhooks } from '../matching/exempt.ts'
import { ShownObjects } from '../matching/shown-objects.ts'
import { accept, decodeChanged } from '../matching/versioned.ts'
import { applyPatch, parsePatch, type PatchOperation } from '../patching/json-patch.ts'
import { isRewritten, noteRewritten } from '../patching/rewritten.ts'
import { annotate } from './audit.ts'
import { askWebhook } from './call-webhook.ts'
import { type ConfiguredWebhook, configuredWebhooks } from './configured-webhook.ts'
import { findInvocation } from './invocation.ts'
import { Reinvocation } from './reinvocation.ts'
import { WebhookCallFailure } from './rejection.ts'
import type { Reviewing } from './review.ts'
import type { ReviewAnswer } from './review-answer.ts'

const plugin = 'MutatingAdmissionWebhook'

export function mutatingWebhooks(dependencies: WebhookDependencies): AdmissionPlugin {
  const configurations = dependencies.collection('admissionregistration.k8s.io', 'mutatingwebhookconfigurations')
  return {
    name: plugin,
    async admit(attributes, round) {
      const webhooks = isExemptFromWebhooks(attributes) ? [] : configuredWebhooks(configurations)
      if (webhooks.length > 0) await admitBy(webhooks, attributes, round, dependencies)
    },
  }
}

async function admitBy(
  webhooks: readonly ConfiguredWebhook[],
  attributes: Attributes,
  round: Round,
  dependencies: WebhookDependencies,
): Promise<void> {
  const memory = Reinvocation.of(plugin, round)
  const admission: Admission = { attributes, round, memory, dependencies, objects: new ShownObjects(attributes) }
  memory.begin(attributes.object, round)
  try {
    for (const [index, webhook] of webhooks.entries()) await admitByOne(webhook, index, admission)
  } finally {
    memory.end(attributes.object)
  }
}

interface Admission {
  readonly attributes: Attributes
  readonly round: Round
  readonly memory: Reinvocation
  readonly objects: ShownObjects
  readonly dependencies: WebhookDependencies
}

async function admitByOne(webhook: ConfiguredWebhook, index: number, admission: Admission): Promise<void> {
  const { attributes, objects, dependencies, memory, round } = admission
  const reviewing = await findInvocation(webhook, attributes, objects, dependencies)
  // A webhook that did not match in the first round is not called in the second, even if it matches now.
  if (reviewing === undefined || !memory.mayAsk(webhook.id, round)) return
  const place = `round_${round.isSecond ? 1 : 0}_index_${index}`
  let isChanged = false
  try {
    isChanged = await callAndPatch(webhook, reviewing, admission, place)
  } catch (error) {
    if (!(error instanceof WebhookCallFailure)) throw error
    if (webhook.failurePolicy === 'Fail') throw internal(error.message)
    annotate(attributes, `failed-open.mutation.webhook.admission.k8s.io/${place}`, webhook.name)
  } finally {
    noteMutation(webhook, attributes, place, isChanged)
  }
  if (isChanged) {
    memory.noteChange()
    round.again()
  }
  if (webhook.isReinvocable) memory.noteAsked(webhook.id)
}

function noteMutation(webhook: ConfiguredWebhook, attributes: Attributes, place: string, mutated: boolean): void {
  const { configuration, name } = webhook
  const note = JSON.stringify({ configuration, webhook: name, mutated })
  annotate(attributes, `mutation.webhook.admission.k8s.io/${place}`, note)
}

/** Returns whether the webhook changed the object. */
async function callAndPatch(
  webhook: ConfiguredWebhook,
  reviewing: Reviewing,
  admission: Admission,
  place: string,
): Promise<boolean> {
  const { transport, ids } = admission.dependencies
  const answer = await askWebhook(webhook, reviewing, { transport, ids, isMutating: true })
  const patch = operationsOf(webhook, answer)
  if (patch.length === 0) return false
  const { object } = reviewing
  if (object === undefined) {
    const name = JSON.stringify(webhook.name)
    throw internal(
      `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
    )
  }
  if (answer.patchType !== 'JSONPatch') {
    throw new WebhookCallFailure(webhook.name, `unsupported patch type ${JSON.stringify(answer.patchType)}`)
  }
  const isChanged = await patchObject(object, patch, reviewing, admission)
  notePatch(webhook, reviewing.attributes, place, patch)
  return isChanged
}

function operationsOf({ name }: ConfiguredWebhook, { patch }: ReviewAnswer): readonly PatchOperation[] {
  if (patch === '') return []
  try {
    return parsePatch(patch)
  } catch (error) {
    const why = `received undecodable patch in webhook response: ${(error as Error).message}`
    throw new WebhookCallFailure(name, why)
  }
}

function notePatch(
  { configuration, name }: ConfiguredWebhook,
  attributes: Attributes,
  place: string,
  patch: readonly PatchOperation[],
): void {
  const sorted = patch.map((operation) =>
    Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  const note = JSON.stringify({ configuration, webhook: name, patch: sorted, patchType: 'JSONPatch' })
  annotate(attributes, `patch.webhook.admission.k8s.io/${place}`, note)
}

async function patchObject(
  object: Draft,
  patch: readonly PatchOperation[],
  { attributes, version }: Reviewing,
  { round }: Admission,
): Promise<boolean> {
  const patched = withInternalErrors(() => applyPatch(object as unknown as JsonObject, patch))
  const { object: changed } = await decode(() => decodeChanged(attributes, version, patched))
  // For custom resources the whole patched value counts, including fields that decoding drops.
  const after = version.isCustom ? patched : changed
  const isChanged = !deepEqual(after as never, object as never) || !isRewritten(attributes, round)
  attributes.object = await accept(attributes, version, changed)
  noteRewritten(round)
  return isChanged
}

function withInternalErrors<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof PatchFailure ? internal(error.message) : error
  }
}

async function decode(run: () => Promise<Decoded>): Promise<Decoded> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof DecodeFailure ? internal(error.why) : error
  }
}
