import { describe, expect, it } from 'vitest'
import { kindNames, withArticle } from './kind-names.ts'

describe('the names derived from a kind', () => {
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
  ])('are right for $kind', ({ kind, names }) => {
    const { file, controllerFile, one, many, plural } = kindNames(kind, 'web.example.dev')
    expect([file, controllerFile, one, many, plural]).toEqual(names)
  })

  it.each([
    { name: 'a kind in lower case', kind: 'website', group: 'web.example.dev' },
    { name: 'a kind with a dash', kind: 'Web-Site', group: 'web.example.dev' },
    { name: 'a group without a dot', kind: 'Website', group: 'web' },
    { name: 'a group in capitals', kind: 'Website', group: 'Web.example.dev' },
    { name: 'a kind that the example uses itself', kind: 'ConfigMap', group: 'web.example.dev' },
    { name: 'a kind named like a Kubewright type', kind: 'ObjectOf', group: 'web.example.dev' },
  ])('are refused for $name', ({ kind, group }) => {
    expect(() => kindNames(kind, group)).toThrow(expect.objectContaining({ code: 'KW_CLI_NAME' }))
  })
})

it.each(['an order', 'a light bulb', 'an AcmeService'])('the article is right in "%s"', (text) => {
  expect(withArticle(text.replace(/^an? /, ''))).toBe(text)
})
