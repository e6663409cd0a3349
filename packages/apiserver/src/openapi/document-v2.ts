/** The OpenAPI v2 document. */
import { bearerToken, definitionsIn, documentInfo, type DocumentInput } from './document-v3.ts'
import { answerTexts, type Content, methods, type Operation, type Path } from './operation.ts'
import { closureOf, type JsonSchema } from './json-schema.ts'
import { type Parameter, splitCommon } from './parameter.ts'
import { schemaV2 } from './schema-v2.ts'

/** Body parameters that all operations share, by definition. */
const sharedBodies: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions': 'body-2Y1dVQaQ',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Patch': 'body-78PwaGsr',
}

export function documentV2({ paths, definition }: DocumentInput): object {
  const sorted = [...paths].sort((a, b) => (a.path < b.path ? -1 : 1))
  const schemas = closureOf(sorted.flatMap(definitionsIn), definition)
  const parameters = new Map<string, object>()
  const items = sorted.map((one) => [one.path, pathItem(one, parameters)] as const)
  return {
    swagger: '2.0',
    info: documentInfo,
    paths: Object.fromEntries(items),
    definitions: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schemaV2(schema)])),
    parameters: Object.fromEntries([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))),
    securityDefinitions: { BearerToken: bearerToken },
    security: [{ BearerToken: [] }],
  }
}

/** @param shared collects the referenced parameters */
function pathItem({ operations }: Path, shared: Map<string, object>): object {
  const { common, own } = splitCommon(operations)
  const inOrder = methods.flatMap((method) => operations.filter((operation) => operation.method === method))
  const tell = (parameter: Parameter) => share(parameter.sharedAs, parameterObject(parameter), shared)
  return {
    ...Object.fromEntries(
      inOrder.map((one) => [one.method, operationObject(one, [...bodyParameters(one, shared), ...own(one).map(tell)])]),
    ),
    ...(common.length > 0 ? { parameters: common.map(tell) } : {}),
  }
}

function share(name: string | undefined, parameter: object, shared: Map<string, object>): object {
  if (name === undefined) return parameter
  shared.set(name, parameter)
  return { $ref: `#/parameters/${name}` }
}

function operationObject(operation: Operation, parameters: readonly object[]): object {
  const { tag, id, consumes, produces, answers, action, target } = operation
  const told = Object.entries(answers).map(([code, content]) => [
    code,
    { description: answerTexts[Number(code)], schema: schemaOf(content) },
  ])
  return {
    ...(consumes === undefined ? {} : { consumes }),
    produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { ...Object.fromEntries(told), 401: { description: answerTexts[401] } },
    ...(action === undefined ? {} : { 'x-kubernetes-action': action }),
    ...(target === undefined ? {} : { 'x-kubernetes-group-version-kind': target }),
  }
}

function bodyParameters({ body }: Operation, shared: Map<string, object>): readonly object[] {
  if (body === undefined) return []
  const { content, isRequired } = body
  const parameter = {
    name: 'body',
    in: 'body',
    ...(isRequired ? { required: true } : {}),
    schema: schemaOf(content),
  }
  return [share(content === 'text' ? undefined : sharedBodies[content.definition], parameter, shared)]
}

function schemaOf(content: Content): JsonSchema {
  return content === 'text' ? { type: 'string' } : { $ref: `#/definitions/${content.definition}` }
}

function parameterObject({ name, in: at, type }: Parameter): object {
  return { uniqueItems: true, type, name, in: at, ...(at === 'path' ? { required: true } : {}) }
}
