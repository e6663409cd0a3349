import { describe, expect, it } from 'vitest'
import { kindNames, withArticle } from './kind-names.ts'

describe('the names that follow from a kind', () => {
  it.each([
    { kind: 'Website', names: ['website', 'websites', 'website', 'websites', 'websites'] },
    { kind: 'LightBulb', names: ['light-bulb', 'light-bulbs', 'lightBulb', 'lightBulbs', 'lightbulbs'] },
    {
      kind: 'AccessPolicy',
      names: ['access-policy', 'access-policies', 'accessPolicy', 'accessPolicies', 'accesspolicies'],
    },
    { kind: 'CloudRedis', names: ['cloud-redis', 'cloud-redises', 'cloudRedis', 'cloudRedises', 'cloudredises'] },
    { kind: 'HTTPRoute', names: ['http-route', 'http-routes', 'httpRoute', 'httpRoutes', 'httproutes'] },
    { kind: 'S3Bucket', names: ['s3-bucket', 's3-buckets', 's3Bucket', 's3Buckets', 's3buckets'] },
    { kind: 'Operator', names: ['operator-resource', 'operators', 'operatorObject', 'operators', 'operators'] },
    { kind: 'Message', names: ['message', 'messages', 'messageObject', 'messages', 'messages'] },
    { kind: 'Class', names: ['class', 'classes', 'classObject', 'classes', 'classes'] },
  ])('$kind', ({ kind, names }) => {
    const { file, controllerFile, one, many, plural } = kindNames(kind, 'web.example.dev')
    expect([file, controllerFile, one, many, plural]).toEqual(names)
  })

  it.each([
    { name: 'a kind in lower case', kind: 'website', group: 'web.example.dev' },
    { name: 'a kind with a dash', kind: 'Web-Site', group: 'web.example.dev' },
    { name: 'a group without a dot', kind: 'Website', group: 'web' },
    { name: 'a group in capitals', kind: 'Website', group: 'Web.example.dev' },
    { name: 'a kind the example needs for itself', kind: 'ConfigMap', group: 'web.example.dev' },
    { name: 'a kind that is called as a type of ours', kind: 'ObjectOf', group: 'web.example.dev' },
  ])('$name is refused', ({ kind, group }) => {
    expect(() => kindNames(kind, group)).toThrow(expect.objectContaining({ code: 'KW_CLI_NAME' }))
  })
})

it.each(['an order', 'a light bulb', 'an AcmeService'])('%s has its article', (text) => {
  expect(withArticle(text.replace(/^an? /, ''))).toBe(text)
})
