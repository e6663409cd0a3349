import { describe, expect, it } from 'vitest'
import { type CelProgram, compileCel, dynamicValue, stringType, toJson, type Value } from '@kubewright/cel'
import { authorizerValue } from '@kubewright/cel/kubernetes'
import { policyEnvironment, type PolicyOptions } from './policy-environment.ts'
import { PolicyVariables } from './policy-variables.ts'

const pod = {
  metadata: { name: 'blog', labels: { app: 'blog' } },
  spec: { replicas: 3, ratio: 0.5, containers: [{ image: 'nginx' }] },
}

function compile(expression: string, options: PolicyOptions = {}): CelProgram {
  const program = compileCel(expression, policyEnvironment(options))
  if ('problem' in program) throw new Error(program.problem)
  return program
}

function run(expression: string, options: PolicyOptions = {}, more: Record<string, Value> = {}): unknown {
  const variables: Record<string, Value> = { object: dynamicValue(pod), oldObject: null, ...more }
  const outcome = compile(expression, options).evaluate((name) => variables[name])
  return 'value' in outcome ? toJson(outcome.value) : outcome.error
}

describe('CEL expressions of admission policies', () => {
  it.each([
    ["object.metadata.labels['app'] == 'blog'", true],
    ['object.spec.replicas <= 5', true],
    ['object.spec.ratio < 1', true],
    ["object.spec.containers.all(c, c.image.startsWith('nginx'))", true],
    ['oldObject == null', true],
    ['object.spec.missing == 1', 'no such key: missing'],
    ['has(object.spec.missing)', false],
  ])('evaluates %s', (expression, expected) => {
    expect(run(expression)).toEqual(expected)
  })

  it("can access the policy's variables", () => {
    const variables = new Map([['image', stringType]])
    const image = { program: compile("'a'"), problem: undefined }
    const value = new PolicyVariables(
      new Map([['image', image]]),
      () => undefined,
      () => undefined,
    )
    expect(run("variables.image == 'a'", { variables }, { variables: value })).toBe(true)
    expect(compileCel('variables.other', policyEnvironment({ variables }))).toEqual({
      problem: "compilation failed: ERROR: <input>:1:10: undefined field 'other'\n | variables.other\n | .........^",
    })
  })

  it('can access the declared fields of request only', () => {
    expect(compileCel("request.userInfo.groups.exists(g, g == 'a')", policyEnvironment())).toHaveProperty(
      'resultType.kind',
      'bool',
    )
    expect(compileCel('request.user', policyEnvironment())).toEqual({
      problem: "compilation failed: ERROR: <input>:1:8: undefined field 'user'\n | request.user\n | .......^",
    })
  })

  it('pass authorizer checks to the given authorizer', () => {
    const asked: unknown[] = []
    const authorizer = authorizerValue((question) => {
      asked.push(question)
      return { isAllowed: true, reason: 'because' }
    })
    const expression = "authorizer.group('apps').resource('deployments').namespace('web').check('create').allowed()"
    expect(run(expression, { hasAuthorizer: true }, { authorizer })).toBe(true)
    expect(asked).toMatchObject([{ group: 'apps', resource: 'deployments', namespace: 'web', verb: 'create' }])
  })

  it('build objects and JSON patches in mutating policies', () => {
    const apply = 'Object{spec: Object.spec{replicas: object.spec.replicas + 1, ?paused: optional.none()}}'
    expect(run(apply, { isMutation: true })).toEqual({ spec: { replicas: 4 } })
    const patch = "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 'c'}]"
    expect(run(patch, { isMutation: true })).toEqual([{ op: 'add', path: '/metadata/labels/a~1b', value: 'c' }])
  })

  it('are cancelled at the third authorizer check', () => {
    const authorizer = authorizerValue(() => ({ isAllowed: true, reason: '' }))
    const once = "authorizer.path('/x').check('get').allowed()"
    expect(run([once, once].join(' && '), { hasAuthorizer: true }, { authorizer })).toBe(true)
    expect(run([once, once, once].join(' && '), { hasAuthorizer: true }, { authorizer })).toBe(
      'operation cancelled: actual cost limit exceeded',
    )
  })
})
