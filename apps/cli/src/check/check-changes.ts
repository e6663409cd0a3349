/** Finds breaking changes in the definitions, compared with a git revision or a cluster. */
import type { CustomResourceDefinition } from '@kubewright/resource'
import { compareDefinitions } from '@kubewright/resource/crd'
import type { DescribedCrd } from '../project/project-description.ts'
import { counted } from '../terminal/counted.ts'
import type { CheckResult, Finding } from './finding.ts'

const check = 'changes'

export interface ChangesOptions {
  /** The source of the older definitions: `HEAD`, `the cluster`. */
  readonly source: string
  /** Breaking changes are intended. */
  readonly isAllowed: boolean
}

/** Pure. */
export function checkChanges(
  before: readonly CustomResourceDefinition[],
  after: readonly DescribedCrd[],
  { source, isAllowed }: ChangesOptions,
): CheckResult {
  const findings = before.flatMap((was) => {
    const now = after.find(({ name }) => name === was.metadata.name)
    return now === undefined ? [removed(was)] : changesOf(was, now)
  })
  const levelled = isAllowed ? findings.map((one): Finding => ({ ...one, level: 'warning' })) : findings
  return { check, findings: levelled, remark: `${counted(before.length, 'definition')} of ${source}` }
}

function changesOf(was: CustomResourceDefinition, { name, object }: DescribedCrd): readonly Finding[] {
  return compareDefinitions(was, object)
    .filter(({ severity }) => severity !== 'safe')
    .map(({ path, severity, why, next, version }) => ({
      check,
      level: 'problem',
      subject: [name, version, path].filter(Boolean).join(' '),
      text: `${severity}: ${why}`,
      next,
    }))
}

function removed({ metadata }: CustomResourceDefinition): Finding {
  return {
    check,
    level: 'problem',
    subject: metadata.name,
    text: 'breaks stored objects: the resource was removed, and deleting its CRD deletes all its objects',
    next: `Keep it until no objects of it are left: kubectl get ${metadata.name} --all-namespaces`,
  }
}
