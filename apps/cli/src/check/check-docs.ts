/**
 * Finds fields without a description, which `kubectl explain` would leave blank. A field in which no part is described counts
 * once: built-in types have no descriptions inside, and the author cannot add them. Pure.
 */
import { fieldsOf } from '../generate/schema-fields.ts'
import { undescribedFields, withoutBelow } from '../generate/undescribed-fields.ts'
import type { DescribedCrd, ProjectDescription } from '../project/project-description.ts'
import { counted } from '../terminal/counted.ts'
import type { CheckResult, Finding } from './finding.ts'

const check = 'docs'

export function checkDocs({ crds }: Pick<ProjectDescription, 'crds'>): CheckResult {
  const findings = crds.flatMap(missingIn)
  return { check, findings, remark: counted(crds.length, 'resource') }
}

function missingIn({ name, object }: DescribedCrd): readonly Finding[] {
  const schema = object.spec.versions.find(({ storage }) => storage)?.schema.openAPIV3Schema
  if (schema === undefined) return []
  const fields = (['spec', 'status'] as const).flatMap((part) => fieldsOf(schema.properties?.[part] ?? {}, part))
  const asked = withoutBelow(fields, undescribedFields(fields).keys())
  const silent = asked.filter(({ text }) => text === '').map(({ path }) => path)
  const finding = (subject: string, next: string): Finding => ({
    check,
    level: 'warning',
    subject,
    text: 'has no description',
    next,
  })
  return [
    ...(schema.description === undefined ? [finding(name, 'Give `defineResource` a `description`.')] : []),
    ...silent.map((path) => finding(`${name} ${path}`, "Add .describe('…') to its schema.")),
  ]
}
