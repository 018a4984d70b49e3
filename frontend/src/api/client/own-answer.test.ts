import { expect, test } from 'vitest';
import { ownAnswer } from './own-answer';

const page = (status: number) =>
  new Response('<h1>No</h1>', { status, headers: { 'Content-Type': 'text/html' } });
const json = (status: number, body: unknown = {}) => Response.json(body, { status });
const csv = () => new Response('a,b', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
const minimal = { method: 'POST', headers: { Prefer: 'return=minimal' } };
const withRow = { method: 'POST', headers: { Prefer: 'return=representation' } };

test.each([
  ['rows', json(200, []), {}],
  ['a table', csv(), {}],
  ['a change without content', new Response(null, { status: 204 }), { method: 'DELETE' }],
  ['a row added without asking for it', new Response(null, { status: 201 }), minimal],
  ['a refusal of the data service', json(403, { code: '42501', message: 'No' }), {}],
  ['a refusal of the session service', json(400, { code: 400, error_code: 'bad', msg: 'No' }), {}],
  ['a fault of the service', json(500, { code: 'XX000', message: 'Fault' }), {}],
  ['what has no body to know it by', new Response(null, { status: 403 }), { method: 'HEAD' }],
])('%s is left as it is', async (_what, response, request) => {
  expect(await ownAnswer(response, request)).toBe(response);
});

const IN_ITS_PLACE = /^Something between you and the site answered in its place \(\d+\)\.$/;

test.each([
  ['a page of a public network', page(200), {}, IN_ITS_PLACE],
  ['nothing where a row was asked for', new Response(null, { status: 201 }), withRow, IN_ITS_PLACE],
  ['nothing at all', new Response(null, { status: 200 }), { method: 'POST' }, IN_ITS_PLACE],
  ['a page of a firewall', page(403), {}, /refused this \(403\).*Try another network/],
  ['JSON without a code', json(403, { message: 'Forbidden' }), {}, /refused this \(403\)/],
  ['too much for a proxy', page(413), {}, /larger than.*\(413\)\. Make it smaller/],
  ['too often for a proxy', page(429), {}, /\(429\)\. Wait a minute/],
  ['a network that wants a sign-in', page(511), {}, /sign in to it first \(511\)/],
  ['a fault of a proxy', page(500), {}, IN_ITS_PLACE],
  ['a proxy without the site', page(502), {}, IN_ITS_PLACE],
  ['a proxy that gave up', page(504), {}, IN_ITS_PLACE],
])('%s is told in words, and refuses nothing', async (_what, response, request, words) => {
  const answer = await ownAnswer(response, request);
  expect(answer.status).toBe(words === IN_ITS_PLACE ? 504 : 502);
  expect(await answer.json()).toMatchObject({
    code: 'not_ours',
    message: expect.stringMatching(words),
  });
});
