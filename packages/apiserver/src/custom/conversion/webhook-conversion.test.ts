import { seededIds, seededRandom } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../../object/draft.ts'
import type { WebhookAnswer, WebhookRequest } from '../../outbound/webhook-transport.ts'
import { webhookConversion } from './webhook-conversion.ts'

interface Review {
  readonly apiVersion: string
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Draft[] }
}

type Reply = (review: Review) => unknown

/** A webhook that converts correctly, except for the changes that `reply` makes to its response. */
function conversionBy(reply: Reply, reviewVersions = ['v1']) {
  const asked: WebhookRequest[] = []
  const transport = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    asked.push(request)
    const answer = reply(JSON.parse(request.body) as Review)
    const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer))
    return { status: 200, body, contentType: 'application/json' }
  }
  const ids = seededIds(seededRandom('conversion'))
  return {
    asked,
    conversion: webhookConversion({ client: { url: 'https://hooks/' }, reviewVersions, transport, ids }),
  }
}

const good = ({ apiVersion, request }: Review, fields: object = {}) => ({
  kind: 'ConversionReview',
  apiVersion,
  response: {
    uid: request.uid,
    result: { status: 'Success' },
    convertedObjects: request.objects.map((object) => ({
      ...object,
      apiVersion: request.desiredAPIVersion,
      ...fields,
    })),
  },
})
const object = (name: string, apiVersion = 'g/v1'): Draft => ({
  kind: 'Foo',
  apiVersion,
  metadata: { name, uid: name },
})
const subject = 'conversion webhook for g/v1, Kind=Foo'

describe('webhookConversion', () => {
  it('sends one request for all objects of another version and keeps their order', async () => {
    const { conversion, asked } = conversionBy((review) => good(review))
    const objects = [object('a'), object('b', 'g/v2'), object('c')]
    const converted = await conversion.convert(objects, 'g/v2')
    expect(converted).toEqual([object('a', 'g/v2'), object('b', 'g/v2'), object('c', 'g/v2')])
    expect(asked.map(({ body }) => (JSON.parse(body) as Review).request.objects.length)).toEqual([2])
  })

  it('sends no request if no object needs conversion', async () => {
    const { conversion, asked } = conversionBy(() => 'never')
    expect(await conversion.convert([object('a')], 'g/v1')).toEqual([object('a')])
    expect(asked).toEqual([])
  })

  it('accepts changes of labels and annotations and ignores other metadata', async () => {
    const metadata = { name: 'a', uid: 'a', labels: { a: 'b' }, finalizers: ['x'], generation: 5 }
    const { conversion } = conversionBy((review) => good(review, { metadata }))
    const [converted] = await conversion.convert([object('a')], 'g/v2')
    expect(converted!.metadata).toEqual({ name: 'a', uid: 'a', labels: { a: 'b' } })
  })

  it('uses the first supported ConversionReview version', async () => {
    const { conversion, asked } = conversionBy((review) => good(review), ['v9', 'v1beta1', 'v1'])
    await conversion.convert([object('a')], 'g/v2')
    expect((JSON.parse(asked[0]!.body) as Review).apiVersion).toBe('apiextensions.k8s.io/v1beta1')
  })

  it.each<[string, Reply, string]>([
    [
      'a failure status',
      (review) => withResult(review, { status: 'Failure', message: 'no way' }),
      `${subject} failed: no way`,
    ],
    [
      'an unknown status',
      (review) => withResult(review, { status: 'Odd' }),
      `${subject} failed: response.result.status was 'Odd', not 'Success'`,
    ],
    [
      'no response field',
      ({ apiVersion }) => ({ kind: 'ConversionReview', apiVersion }),
      `${subject} failed: no response provided`,
    ],
    [
      'another kind of review',
      () => ({}),
      `${subject} failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=`,
    ],
    [
      'invalid JSON',
      () => '{nope',
      `${subject} failed: couldn't get version/kind; json parse error: invalid character 'n' looking for beginning of object key string`,
    ],
    ['too few objects', (review) => withObjects(review, []), `${subject} returned 0 objects, expected 1`],
    ['too many objects', (review) => withObjects(review, [{}, {}]), `${subject} returned 2 objects, expected 1`],
    ['null as object', (review) => withObjects(review, [null]), 'unexpected end of JSON input'],
    [
      'a number as object',
      (review) => withObjects(review, [5]),
      'json: cannot unmarshal number into Go value of type map[string]interface {}',
    ],
    [
      'a list as object',
      (review) => withObjects(review, [[]]),
      'json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['an object without kind', (review) => withObjects(review, [{}]), "Object 'Kind' is missing in '{}'"],
    [
      'an object without apiVersion',
      (review) => withObjects(review, [{ kind: 'Foo' }]),
      `${subject} returned invalid object at index 0: invalid groupVersion (expected g/v2, received )`,
    ],
    [
      'an object without metadata',
      (review) => withObjects(review, [{ kind: 'Foo', apiVersion: 'g/v2', metadata: null }]),
      `${subject} returned invalid object: must have the same name: a != `,
    ],
    [
      'an invalid name',
      (review) => good(review, { metadata: { name: { toString: 'a' }, uid: 'a' } }),
      `${subject} returned invalid object: must have the same name: a != `,
    ],
    [
      'another uid',
      (review) => good(review, { metadata: { name: 'a', uid: 'z' } }),
      `${subject} returned invalid object: must have the same UID: a != z`,
    ],
    [
      'a string instead of objects',
      (review) => withObjects(review, 'x'),
      `${subject} failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.convertedObjects of type []runtime.RawExtension`,
    ],
    [
      'null as result',
      (review) => withResult(review, null),
      `${subject} failed: response.result.status was '', not 'Success'`,
    ],
    [
      'null as body',
      () => 'null',
      `${subject} failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=`,
    ],
    [
      'another version',
      (review) => good(review, { apiVersion: 'x/v9' }),
      `${subject} returned invalid object at index 0: invalid groupVersion (expected g/v2, received x/v9)`,
    ],
    [
      'another kind',
      (review) => good(review, { kind: 'Bar' }),
      `${subject} returned invalid object at index 0: invalid kind (expected Foo, received Bar)`,
    ],
    [
      'another name',
      (review) => good(review, { metadata: { name: 'z', uid: 'a' } }),
      `${subject} returned invalid object: must have the same name: a != z`,
    ],
    [
      'invalid labels',
      (review) => good(review, { metadata: { name: 'a', uid: 'a', labels: { a: 5 } } }),
      `${subject} returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object`,
    ],
  ])('fails for a response with %s', async (_, reply, message) => {
    const { conversion } = conversionBy(reply)
    await expect(conversion.convert([object('a')], 'g/v2')).rejects.toMatchObject({ message, status: { code: 500 } })
  })
})

function withResult(review: Review, result: object | null) {
  const answer = good(review)
  return { ...answer, response: { ...answer.response, result } }
}

function withObjects(review: Review, convertedObjects: unknown) {
  const answer = good(review)
  return { ...answer, response: { ...answer.response, convertedObjects } }
}
