// A till in one file, with nothing but fetch: it takes a payment, asks for it again, closes its day, and has the next
// cashier work a while at the same terminal. It makes every call of docs/integrate.md's first half. Run it as
//   MIZAN_URL=http://localhost:8080 CASHIER=cashier1 CASHIER_PASSWORD=... SYSTEM=api:... SYSTEM_PASSWORD=... \
//   TERMINAL=88501158 BRANCH=7 AMOUNT=12000 NEXT=omar NEXT_PASSWORD=... node docs/examples/till.mjs
const { MIZAN_URL, CASHIER, CASHIER_PASSWORD, SYSTEM, SYSTEM_PASSWORD } = process.env;
const { TERMINAL, BRANCH, AMOUNT, REF, NEXT, NEXT_PASSWORD } = process.env;
const api = `${MIZAN_URL}/api/v1`;

async function call(method, path, { token, body } = {}) {
  const answer = await fetch(api + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said.message}`);
  return said;
}

const login = async (username, password) =>
  (await call('POST', '/auth/login', { body: { username, password } })).accessToken;

/** What came of a purchase. A request that was cut is made again: the same refNumber is never charged twice. */
async function purchase(token, amount, refNumber) {
  const body = { amount, refNumber };
  let outcome = await call('POST', '/transactions/purchase', { token, body }).catch((error) => {
    if (error instanceof TypeError) return call('POST', '/transactions/purchase', { token, body });
    throw error;
  });
  while (outcome.status === 'INITIALIZED') {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    outcome = await call('GET', `/transactions/?refNumber=${encodeURIComponent(refNumber)}`, { token });
  }
  return outcome;
}

const till = await login(CASHIER, CASHIER_PASSWORD);
const refNumber = REF ?? `till-${Date.now()}`;
const paid = await purchase(till, AMOUNT, refNumber);
const again = await call('GET', `/transactions/?refNumber=${encodeURIComponent(refNumber)}`, { token: till });
const latest = await call('GET', '/transactions/latest', { token: till });

const system = await login(SYSTEM, SYSTEM_PASSWORD);
// The day in Riyadh, three hours ahead of UTC all year.
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const list = await call('GET', `/b2b/transactions/filter?startDate=${today}&endDate=${today}`, {
  token: system,
});
const one = await call('GET', `/b2b/transactions/${paid.transactionId}`, { token: system });
const sameOne = await call('GET', `/b2b/transactions/${one.uuid}`, { token: system });
const closed = await call('GET', `/transactions/terminal-reconciliation/${TERMINAL}`, { token: system });

const added = await call('POST', '/cashiers', {
  token: system,
  body: { fullName: 'Omar Khaled', username: NEXT, password: NEXT_PASSWORD, branchId: BRANCH },
});
const bound = await call('PUT', '/terminals/associate', {
  token: system,
  body: { terminalId: TERMINAL, cashierUsername: NEXT },
});
const next = await login(NEXT, NEXT_PASSWORD);
const handedOver = await call('GET', '/transactions/latest', { token: next });
const takenOff = await call('PUT', '/terminals/deassociate', {
  token: system,
  body: { terminalId: TERMINAL, cashierUsername: NEXT },
});

const sold = { paid, again, latest, list, one, sameOne, closed };
console.log(JSON.stringify({ ...sold, added, bound, handedOver, takenOff }));
