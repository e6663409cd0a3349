/** Validates JSON paths of printer columns and of the scale subresource. */
import { isBlank, type Problems } from '../../validation/problems.ts'
import { invalid, required } from '../../status/field-error.ts'
import type { ScalePaths, Subresources } from './definition.ts'

/** kube-apiserver validates no more than this in advance; a malformed path fails when it is used. */
export function* simplePathProblems(text: string, path: string): Problems {
  if (!text.startsWith('.')) yield invalid(path, text, 'must be a simple json path starting with .')
}

export function* subresourceProblems(subresources: Subresources | undefined, path: string): Problems {
  if (subresources?.scale !== undefined) yield* scaleProblems(subresources.scale, `${path}.scale`)
}

function* scaleProblems(
  { specReplicasPath, statusReplicasPath, labelSelectorPath }: ScalePaths,
  path: string,
): Problems {
  yield* requiredPath(specReplicasPath, `${path}.specReplicasPath`, '.spec')
  yield* requiredPath(statusReplicasPath, `${path}.statusReplicasPath`, '.status')
  if (isBlank(labelSelectorPath)) return
  yield* pathBelow(labelSelectorPath, `${path}.labelSelectorPath`, ['.spec', '.status'])
}

function* requiredPath(text: string | undefined, path: string, below: string): Problems {
  if (isBlank(text)) yield required(path)
  else yield* pathBelow(text, path, [below])
}

function* pathBelow(text: string, path: string, below: readonly string[]): Problems {
  if (!text.startsWith('.')) yield* simplePathProblems(text, path)
  else if (!below.some((start) => text.startsWith(`${start}.`))) {
    const where = below.length === 1 ? below[0] : `either ${below.join(' or ')}`
    yield invalid(path, text, `should be a json path under ${where}`)
  }
}
