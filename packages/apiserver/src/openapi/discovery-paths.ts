/** The non-resource paths in OpenAPI documents. */
import type { GroupVersion } from '@kubewright/core/object'
import { publishedName } from './definition-name.ts'
import { rootOf } from './api-root.ts'
import { discoveryTypes } from './media-types.ts'
import type { Operation, Path } from './operation.ts'
import { capital, groupWord, tagOf, versionWord } from './operation-words.ts'

export const coreVersionsPath: Path = discovery('/api/', { tag: 'core', id: 'getCoreAPIVersions', kind: 'APIVersions' })

export const groupListPath: Path = discovery('/apis/', { tag: 'apis', id: 'getAPIVersions', kind: 'APIGroupList' })

export function groupPath(group: string): Path {
  const word = groupWord(group)
  return discovery(`/apis/${group}/`, { tag: word, id: `get${capital(word)}APIGroup`, kind: 'APIGroup' })
}

export function resourceListPath(of: GroupVersion): Path {
  const id = `get${versionWord(of)}APIResources`
  return discovery(`${rootOf(of)}/`, { tag: tagOf(of), id, kind: 'APIResourceList' })
}

export const versionPath: Path = {
  path: '/version/',
  operations: [
    {
      method: 'get',
      id: 'getCodeVersion',
      tag: 'version',
      parameters: [],
      consumes: ['application/json'],
      produces: ['application/json'],
      answers: { 200: { definition: publishedName('meta/v1.Info') } },
    },
  ],
}

export const openIdPath: Path = text('/.well-known/openid-configuration/', {
  id: 'getServiceAccountIssuerOpenIDConfiguration',
  tag: 'WellKnown',
  produces: ['application/json'],
})

export const openIdKeysPath: Path = text('/openid/v1/jwks/', {
  id: 'getServiceAccountIssuerOpenIDKeyset',
  tag: 'openid',
  produces: ['application/jwk-set+json'],
})

function discovery(path: string, { tag, id, kind }: { tag: string; id: string; kind: string }): Path {
  const operation: Operation = {
    method: 'get',
    id,
    tag,
    parameters: [],
    consumes: discoveryTypes,
    produces: discoveryTypes,
    answers: { 200: { definition: publishedName(`meta/v1.${kind}`) } },
  }
  return { path, operations: [operation] }
}

function text(path: string, named: Pick<Operation, 'id' | 'tag' | 'produces'>): Path {
  return { path, operations: [{ method: 'get', parameters: [], answers: { 200: 'text' }, ...named }] }
}
