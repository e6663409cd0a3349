/** Compares the role of an operator with the requests that its tests made. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cliErrors } from '../errors.ts'
import type { ProjectDescription } from '../project/project-description.ts'
import { counted } from '../terminal/counted.ts'
import { compareGrants, type UsedGrant } from './compare-grants.ts'
import { escalationIn } from './escalation.ts'
import { type CheckResult, type Finding, nameOf } from './finding.ts'
import { misspeltVerbs } from './misspelt-verbs.ts'

const check = 'rbac'

/** @param usedPath recording of a test run, if there was one */
export async function checkRbac(project: ProjectDescription, usedPath: string | undefined): Promise<CheckResult> {
  if (usedPath === undefined) {
    const remark = 'no recorded requests to compare with; run: kubewright check -- npm test'
    const findings = [...misspeltVerbs(project), ...escalationIn(project)]
    return { check, findings, remark, isSkipped: findings.length === 0 }
  }
  const used = await readUsed(usedPath)
  const home = compareGrants(
    project.rules,
    project.testableRules,
    used.filter(({ cluster }) => cluster === undefined),
  )
  const remoteRules = project.remotes.flatMap(({ rules }) => rules)
  const remote = compareGrants(
    remoteRules,
    remoteRules,
    used.filter(({ cluster }) => cluster === 'remote'),
  )
  return {
    check,
    findings: [
      ...home.missing.map(missingGrant),
      ...home.unused.map((rule) => unusedGrant(rule)),
      ...remote.missing.map(missingGrant),
      ...remote.unused.map((rule) => unusedGrant(rule, ' in other clusters')),
      ...misspeltVerbs(project),
      ...escalationIn(project, used),
    ],
    remark: counted(used.length, 'recorded request'),
  }
}

function missingGrant({ verb, group, resource, namespace, cluster }: UsedGrant): Finding {
  const because = 'say why'
  const remote = cluster === undefined ? '' : " cluster: 'remote',"
  const grant = `{ group: '${group}', resource: '${resource}', verbs: ['${verb}'],${remote} because: '${because}' }`
  const where = `${namespace === undefined ? '' : ` in ${namespace}`}${cluster === undefined ? '' : ' of another cluster'}`
  return {
    check,
    level: 'problem',
    subject: `${verb} ${nameOf(group, resource)}`,
    text: `was requested${where}, but the role does not grant it`,
    next: `Declare it (owns, watches, indexes, uses), or add to grants in kubewright.config.ts: ${grant}`,
  }
}

function unusedGrant({ verbs, group, resource, because }: ProjectDescription['rules'][number], where = ''): Finding {
  return {
    check,
    level: 'warning',
    subject: `${verbs.join(', ')} ${nameOf(group, resource)}`,
    text: `is granted${where} (${because.join('; ')}), but no test used it`,
    next: 'Add a test that uses it. Remove the declaration only if the operator never makes that request.',
  }
}

/** A run without controllers leaves no file. */
async function readUsed(path: string): Promise<readonly UsedGrant[]> {
  if (!existsSync(path)) return []
  const lines = [...new Set((await readFile(path, 'utf8')).split('\n'))].filter((line) => line !== '')
  try {
    return lines.map((line) => JSON.parse(line) as UsedGrant)
  } catch (error) {
    throw cliErrors('KW_CLI_GRANTS', {
      what: `read ${path}`,
      why: (error as Error).message,
      next: 'Record it again: KUBEWRIGHT_RECORD_GRANTS=FILE npm test',
      cause: error,
    })
  }
}
