/** Which kinds the table is about: whatever bodies a server of the built-in kinds is sent. */
import type { Input } from '../kubernetes/input.ts'

/** `group/version/kind`, sorted; the core group is empty. */
export function wantedKinds({ groups }: Pick<Input, 'groups'>): string[] {
  const kinds = groups.flatMap(({ group, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.flatMap(({ kind, subresources = [] }) => [
        `${group}/${version}/${kind}`,
        ...subresources.map((sub) => `${sub.group}/${sub.version}/${sub.kind}`),
      ]),
    ),
  )
  // Options of subresources travel in the query; only those of deletions are ever a body, of every group and version.
  const bodies = kinds.filter((kind) => !kind.endsWith('Options'))
  return [...new Set([...bodies, '/v1/DeleteOptions'])].sort()
}
