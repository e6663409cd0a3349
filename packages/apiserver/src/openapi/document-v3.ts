/** An OpenAPI v3 document. */
import { answerTexts, methods, type Content, type Operation, type Path } from './operation.ts'
import { closureOf, componentPrefix, type JsonSchema, type SchemaMap } from './json-schema.ts'
import { type Parameter, splitCommon } from './parameter.ts'

export interface DocumentInput {
  readonly paths: readonly Path[]
  /** Documents of custom resources have another title, and no security section. */
  readonly isCustom?: boolean
  readonly definition: (name: string) => JsonSchema | undefined
}

export const documentInfo = { title: 'Kubernetes', version: '1.36' } as const

const customInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' } as const

export const bearerToken = {
  type: 'apiKey',
  description: 'Bearer Token authentication',
  name: 'authorization',
  in: 'header',
} as const

export function documentV3({ paths, isCustom = false, definition }: DocumentInput): object {
  const sorted = [...paths].sort((a, b) => (a.path < b.path ? -1 : 1))
  const schemas: SchemaMap = closureOf(sorted.flatMap(definitionsIn), definition)
  return {
    openapi: '3.0.0',
    info: isCustom ? customInfo : documentInfo,
    paths: Object.fromEntries(sorted.map((one) => [one.path, pathItem(one)])),
    components: {
      ...(Object.keys(schemas).length > 0 ? { schemas } : {}),
      ...(isCustom ? {} : { securitySchemes: { BearerToken: bearerToken } }),
    },
  }
}

/** The definitions that the operations of a path refer to. */
export function definitionsIn({ operations }: Path): readonly string[] {
  return operations.flatMap(({ body, answers }) =>
    [...(body === undefined ? [] : [body.content]), ...Object.values(answers)].flatMap((content) =>
      content === 'text' ? [] : [content.definition],
    ),
  )
}

function pathItem({ operations }: Path): object {
  const { common, own } = splitCommon(operations)
  const inOrder = methods.flatMap((method) => operations.filter((operation) => operation.method === method))
  return {
    ...Object.fromEntries(inOrder.map((one) => [one.method, operationObject(one, own(one))])),
    ...(common.length > 0 ? { parameters: common.map(parameterObject) } : {}),
  }
}

function operationObject(operation: Operation, parameters: readonly Parameter[]): object {
  const { tag, id, body, consumes = [], produces, answers, action, target } = operation
  return {
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterObject) } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: contentObject(consumes, body.content),
            ...(body.isRequired ? { required: true } : {}),
          },
        }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([code, content]) => [code, answer(code, produces, content)])),
      401: { description: answerTexts[401] },
    },
    ...(action === undefined ? {} : { 'x-kubernetes-action': action }),
    ...(target === undefined ? {} : { 'x-kubernetes-group-version-kind': target }),
  }
}

function answer(code: string, produces: readonly string[], content: Content): object {
  return { description: answerTexts[Number(code)], content: contentObject(produces, content) }
}

function contentObject(mediaTypes: readonly string[], content: Content): object {
  const schema = content === 'text' ? { type: 'string' } : { $ref: `${componentPrefix}${content.definition}` }
  return Object.fromEntries([...mediaTypes].sort().map((mediaType) => [mediaType, { schema }]))
}

function parameterObject({ name, in: at, type }: Parameter): object {
  return { name, in: at, ...(at === 'path' ? { required: true } : {}), schema: { type, uniqueItems: true } }
}
