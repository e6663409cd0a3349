/** Warnings about finalizer names that could collide with those of other controllers. */
import { nameProblems } from '@kubewright/core/object'
import type { Draft } from '../../object/draft.ts'

const known: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const purpose = 'to avoid accidental conflicts with other finalizer writers'

/** Only for added finalizers. */
export function finalizerWarnings({ metadata }: Draft, old: Draft | undefined): readonly string[] {
  const before = new Set(old?.metadata.finalizers)
  const added = [...new Set(metadata.finalizers)].filter((finalizer) => !before.has(finalizer)).sort()
  return added.flatMap((finalizer) =>
    problemsOf(finalizer).map((problem) => `metadata.finalizers: ${JSON.stringify(finalizer)}: ${problem}`),
  )
}

function problemsOf(finalizer: string): readonly string[] {
  const problems = nameProblems('qualifiedName', finalizer)
  if (finalizer.includes('/') || known.has(finalizer)) return problems
  const path = finalizer.includes('.') ? ' including a path (/)' : ''
  return [...problems, `prefer a domain-qualified finalizer name${path} ${purpose}`]
}
