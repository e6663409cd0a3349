/** Generates the page with the diagram of the external state machine, from its decision functions. */
import { states } from '@kubewright/external'
import {
  allPermissions,
  type ApplyResult,
  applyResults,
  concludeApply,
  concludeCompletion,
  concludeDelete,
  decide,
  type DeleteResult,
  deleteResults,
  noPermissions,
  type Situation,
  verdicts,
} from '@kubewright/external/decision'

const usual: Situation = {
  state: 'Pending',
  verdict: 'Missing',
  isDeleting: false,
  dependencies: 'Ready',
  permissions: allPermissions,
  creation: 'Done',
  absence: 'Plain',
  hasOwnName: true,
  adopts: false,
  needsCompletion: false,
}

/** Situations with their own line, in addition to every verdict in the usual situation. */
const special: readonly { readonly label: string; readonly given: Partial<Situation> }[] = [
  { label: 'a dependency is not ready', given: { dependencies: 'Waiting' } },
  { label: 'Ready, with follow-up steps left', given: { verdict: 'Ready', needsCompletion: true } },
  { label: 'Missing, created a moment ago', given: { absence: 'MayBeHidden' } },
  { label: 'Missing, and the create call had no response', given: { creation: 'Begun', hasOwnName: false } },
  { label: 'Missing, but found under the former spec', given: { absence: 'Elsewhere' } },
  { label: 'Missing, although created repeatedly', given: { absence: 'NeverShown' } },
  { label: 'exists, created by an earlier attempt', given: { verdict: 'Ready', creation: 'Begun' } },
  { label: 'exists, not created for this object', given: { verdict: 'Ready', creation: 'None' } },
  { label: 'a required action is not permitted', given: { verdict: 'UpdateRequired', permissions: noPermissions } },
]

const ends: readonly { readonly label: string; readonly given: Partial<Situation> }[] = [
  { label: 'dependents exist', given: { dependencies: 'Needed' } },
  { label: 'deletion is not permitted', given: { permissions: noPermissions } },
  { label: 'it was not created for this object', given: { verdict: 'Ready', creation: 'None' } },
  { label: 'it exists', given: { verdict: 'Ready' } },
  { label: 'it is being deleted', given: { verdict: 'Deleting' } },
  { label: 'it is not visible', given: { verdict: 'Missing' } },
  { label: 'delete was called, and it is gone', given: { verdict: 'Missing', creation: 'Removed' } },
]

type Edge = readonly [from: string, to: string, label: string]

function edges(): readonly Edge[] {
  const looks = verdicts.map((verdict) => ({ label: verdict as string, given: { verdict } }))
  const looked = [...looks, ...special].map(
    ({ label, given }): Edge => ['look', decide({ ...usual, ...given }).state, label],
  )
  const applied = (['Creating', 'Updating'] as const).flatMap((from) =>
    applyResults.map((result): Edge => [from, afterApply(result), result]),
  )
  const removed = deleteResults.map((result): Edge => ['Recreating', afterDelete(result, false), result])
  const completed = [true, false].map(
    (isDone): Edge => ['Completing', concludeCompletion(isDone).state, isDone ? 'done' : 'failed'],
  )
  const ended = ends.map(({ label, given }): Edge => {
    const decision = decide({ ...usual, isDeleting: true, ...given })
    return ['Terminating', decision.does === 'release' ? '[*]' : 'Terminating', `${label}: ${decision.does}`]
  })
  return [...looked, ...applied, ...removed, ...completed, ...ended]
}

function afterApply(result: ApplyResult): string {
  const conclusion = concludeApply(result)
  return conclusion.does === 'go-on' && conclusion.looksAgain ? 'look' : conclusion.state
}

function afterDelete(result: DeleteResult, isDeleting: boolean): string {
  const conclusion = concludeDelete(result, isDeleting)
  return conclusion.does === 'go-on' && conclusion.looksAgain ? 'look' : conclusion.state
}

/** One line for each pair of states, with the labels of all transitions between them. */
function lines(): readonly string[] {
  const labels = new Map<string, string[]>()
  for (const [from, to, label] of edges()) {
    const way = `${from} --> ${to}`
    labels.set(way, [...(labels.get(way) ?? []), label])
  }
  return [...labels].map(([way, all]) => `  ${way}: ${all.map((one) => one.replaceAll(':', ' →')).join(' / ')}`)
}

/** The states and transitions of the machine, for the dashboard. */
function pageModule(): string {
  const ways = new Set(edges().map(([from, to]) => `${from} ${to}`))
  const rows = [...ways].filter((way) => !way.includes('[*]')).map((way) => `  '${way}',`)
  return `// Made by \`npm run generate\` from @kubewright/external; edits are lost.

export const externalStates: readonly string[] = [
${states.map((state) => `  '${state}',`).join('\n')}
]

/** From where to where; \`look\` is a look at the external resource. */
export const externalWays: readonly string[] = [
${rows.join('\n')}
]
`
}

/** Pages by file path. */
export function statePages(): ReadonlyMap<string, string> {
  const again = ['Pending', 'Verifying', 'Recreating', 'Failed', 'Succeeded'].map(
    (state) => `  ${state} --> look: observed again`,
  )
  const text = `# The states of an external resource

<!-- Made by \`npm run generate\` from \`decide\` and \`conclude…\` of @kubewright/external. -->

The state of an object is in its \`status.state\`. Each observation of the external resource (\`look\`) gives a verdict, and the next
action follows from the verdict, not from the former state, so an object cannot get stuck in a state. An object that is being
deleted changes to \`Terminating\` from any state.

\`\`\`mermaid
stateDiagram-v2
  state look <<choice>>
  [*] --> look: the object is created
${lines().join('\n')}
${again.join('\n')}
\`\`\`

The same functions are tested over every combination of state, verdict, permission, deletion, dependency and creation.
`
  return new Map([
    ['docs/concepts/external-states.md', text],
    ['apps/dashboard/page/generated/external-states.ts', pageModule()],
  ])
}
