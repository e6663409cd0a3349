/** Generates the page with the diagram of the external state machine, from its decision functions. */
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
  states,
  verdicts,
} from '@kubewright/external'

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
  { label: 'Ready, with something left to do', given: { verdict: 'Ready', needsCompletion: true } },
  { label: 'Missing, asked for a moment ago', given: { absence: 'MayBeHidden' } },
  { label: 'Missing, and nobody knows whether it was made', given: { creation: 'Begun', hasOwnName: false } },
  { label: 'Missing, and found by the spec it was made from', given: { absence: 'Elsewhere' } },
  { label: 'Missing, however often it was made', given: { absence: 'NeverShown' } },
  { label: 'there, and made by an earlier attempt', given: { verdict: 'Ready', creation: 'Begun' } },
  { label: 'there, and somebody else’s', given: { verdict: 'Ready', creation: 'None' } },
  { label: 'something forbidden is needed', given: { verdict: 'UpdateRequired', permissions: noPermissions } },
]

const ends: readonly { readonly label: string; readonly given: Partial<Situation> }[] = [
  { label: 'somebody needs it', given: { dependencies: 'Needed' } },
  { label: 'it may not be deleted', given: { permissions: noPermissions } },
  { label: 'it is not ours', given: { verdict: 'Ready', creation: 'None' } },
  { label: 'it is there', given: { verdict: 'Ready' } },
  { label: 'it is going', given: { verdict: 'Deleting' } },
  { label: 'it does not show', given: { verdict: 'Missing' } },
  { label: 'it was asked to go, and is gone', given: { verdict: 'Missing', creation: 'Removed' } },
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
    (state) => `  ${state} --> look: looks again`,
  )
  const text = `# The states of an external resource

<!-- Made by \`npm run generate\` from \`decide\` and \`conclude…\` of @kubewright/external. -->

Where an object stands is in its \`status.state\`. Each look at the external resource gives a verdict, and from it follows what is
done next; where the object stood before makes no difference to that, so there is nothing to get stuck in. An object that is
deleted goes to \`Terminating\` from wherever it is.

\`\`\`mermaid
stateDiagram-v2
  state look <<choice>>
  [*] --> look: the object appears
${lines().join('\n')}
${again.join('\n')}
\`\`\`

The same functions are tested over every combination of state, verdict, permission, deletion, dependency and creation there is.
`
  return new Map([
    ['docs/concepts/external-states.md', text],
    ['apps/dashboard/page/generated/external-states.ts', pageModule()],
  ])
}
