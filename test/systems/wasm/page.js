// node page.js <index.html> [<picture.png>]: opens the page of examples/web in headless Chromium, runs its script, and
// fails unless the script ends well with the figures that it shows; then one that fails, which must say why. Talks to
// the browser by pipes.
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [page, picture] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
const browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1200,760',
  '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

const waiting = new Map();
let received = '', last = 0;
browser.stdio[4].on('data', (bytes) => {
  const messages = (received + bytes).split('\0');
  received = messages.pop();
  for (const text of messages) {
    const message = JSON.parse(text);
    waiting.get(message.id)?.(message);
  }
});

function ask(method, params, sessionId) {
  const id = ++last;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
  return new Promise((resolve, reject) => waiting.set(id, (answer) =>
    answer.error ? reject(Error(`${method}: ${answer.error.message}`)) : resolve(answer.result)));
}

async function test() {
  const { targetId } = await ask('Target.createTarget', { url: 'file://' + path.resolve(page) });
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
  const value = async (expression) =>
    (await ask('Runtime.evaluate', { expression, returnByValue: true }, sessionId)).result.value;
  const state = "document.getElementById('state')?.textContent";
  const until = async (wanted) => {
    for (let now; (now = await value(state)) !== wanted; await new Promise((next) => setTimeout(next, 100)))
      if (/fail|done|rror/.test(now)) throw Error(`${now}: ${await value("document.body.innerText")}`);
  };
  await until('ready');
  await value("document.getElementById('run').click()");
  await until('done');
  const figures = await value("document.querySelectorAll('#output svg').length");
  const printed = await value("document.getElementById('output').innerText");
  if (figures !== 2 || !printed.includes('[torch.DoubleTensor of size 6]'))
    throw Error(`${figures} figures, ${printed}`);
  if (picture) {
    const { data } = await ask('Page.captureScreenshot', { format: 'png' }, sessionId);
    fs.writeFileSync(picture, Buffer.from(data, 'base64'));
  }
  await value("document.getElementById('script').value = 'print(1) tensor.ones(2, 3) (4)'");
  await value("document.getElementById('run').click()");
  await value('1');
  for (let now = 'done'; now !== 'failed'; now = await value(state)) await new Promise((next) => setTimeout(next, 100));
  const error = await value("document.getElementById('output').innerText");
  if (!error.includes('script:1:')) throw Error(`no place of the error: ${error}`);
  return `the page draws ${figures} figures`;
}

const late = setTimeout(() => end(1, 'the page did not end within two minutes'), 120000);
function end(status, text) {
  clearTimeout(late);
  console.log(text);
  browser.on('exit', () => {
    fs.rmSync(profile, { recursive: true, force: true });
    process.exit(status);
  });
  browser.kill();
}
test().then((text) => end(0, text), (trouble) => end(1, String(trouble)));
