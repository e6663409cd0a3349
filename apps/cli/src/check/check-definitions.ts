/** Checks that an API server accepts the definitions, CEL rules included. The server runs in this process. */
import { startApiServer } from '@kubewright/apiserver'
import { createClient, established } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { ProjectDescription } from '../project/project-description.ts'
import { counted } from '../terminal/counted.ts'
import type { CheckResult, Finding } from './finding.ts'

const check = 'definitions'

export async function checkDefinitions(project: ProjectDescription): Promise<CheckResult> {
  const { crds } = project
  const findings = [...(await refusals(project)), ...strangers(project)]
  return {
    check,
    findings,
    remark: `${counted(crds.length, 'resource')} and ${counted(project.controllers.length, 'controller')}`,
  }
}

async function refusals({ crds }: ProjectDescription): Promise<readonly Finding[]> {
  if (crds.length === 0) return []
  await using server = await startApiServer()
  await using client = createClient(server.transport(), { fieldManager: 'kubewright-check' })
  const findings: Finding[] = []
  for (const { name, object } of crds) {
    try {
      await client.create(CustomResourceDefinition, object as never)
      await client.waitFor(CustomResourceDefinition, { name }, established, { timeout: '5s' })
    } catch (error) {
      const next = 'Change the field that the message names in its defineResource call, and run the check again.'
      findings.push({ check, level: 'problem', subject: name, text: (error as Error).message, next })
    }
  }
  return findings
}

/** Controllers for custom kinds that this operator does not install. Another operator may. */
function strangers({ crds, controllers }: ProjectDescription): readonly Finding[] {
  const own = new Set(crds.map(({ object: { spec } }) => `${spec.names.kind}.${spec.group}`))
  return controllers
    .filter(({ isCustom, kind, group }) => isCustom && !own.has(`${kind}.${group}`))
    .map(({ name, kind, group }) => ({
      check,
      level: 'warning',
      subject: `controller ${name}`,
      text: `is for ${kind}.${group}, whose CRD the operator does not install`,
      next: 'Add it to `resources`, unless another operator installs its CRD.',
    }))
}
