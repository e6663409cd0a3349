/** CloudStorage: stores files in MinIO, its only dependency. */
import { Agent } from 'node:http'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { fileAnswer, jsonAnswer, Refusal } from './answer.ts'
import { lookup } from './host-lookup.ts'
import type { HttpServiceOptions } from './http-service.ts'
import type { Settings } from './settings.ts'

export type ServiceParts = Pick<HttpServiceOptions, 'routes' | 'health'>

export function cloudstorage(settings: Settings): ServiceParts {
  const bucket = settings.optional('minio.bucket', 'iotsnap')
  const store = storeOf(settings)
  return {
    health: () => ensureBucket(store, bucket),
    routes: {
      'GET /files': async () => {
        const { Contents = [] } = await store.send(new ListObjectsV2Command({ Bucket: bucket }))
        return jsonAnswer(
          200,
          Contents.map(({ Key, Size }) => ({ name: Key, bytes: Size })),
        )
      },
      'GET /files/:name': async ({ parameters }) => fileAnswer(await readObject(store, bucket, parameters['name']!)),
      'PUT /files/:name': async ({ parameters, body }) => {
        const Body = await body()
        await store.send(new PutObjectCommand({ Bucket: bucket, Key: parameters['name']!, Body }))
        return jsonAnswer(201, { name: parameters['name'], bytes: Body.length })
      },
      'DELETE /files/:name': async ({ parameters }) => {
        await store.send(new DeleteObjectCommand({ Bucket: bucket, Key: parameters['name']! }))
        return jsonAnswer(200, { name: parameters['name'] })
      },
    },
  }
}

function storeOf(settings: Settings): S3Client {
  return new S3Client({
    endpoint: settings.required('minio.url'),
    region: settings.optional('minio.region', 'us-east-1'),
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: settings.required('minio.access.key'),
      secretAccessKey: settings.required('minio.secret.key'),
    },
    // A kept-alive connection would still lead to the old pod after the store is replaced.
    requestHandler: {
      httpAgent: new Agent({ lookup, keepAlive: false }),
      connectionTimeout: 2_000,
      requestTimeout: 5_000,
    },
  })
}

async function ensureBucket(store: S3Client, bucket: string): Promise<void> {
  try {
    await store.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    await store.send(new CreateBucketCommand({ Bucket: bucket }))
  }
}

async function readObject(store: S3Client, bucket: string, name: string): Promise<Uint8Array> {
  try {
    const { Body } = await store.send(new GetObjectCommand({ Bucket: bucket, Key: name }))
    return await Body!.transformToByteArray()
  } catch (error) {
    if (error instanceof NoSuchKey) throw new Refusal(404, `There is no file ${name}.`)
    throw error
  }
}
