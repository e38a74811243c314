"""The endpoint judge against a local server that answers, refuses, stumbles and lies."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from evidentia.errors import EvidentiaError, InputError
from evidentia.models.endpoint import EndpointJudge

GOOD = {"SUPPORTS": 0.1, "REFUTES": 0.8, "NOT ENOUGH INFO": 0.1}


@pytest.fixture
def server():
    """Answers by a list of (status, body) that the test fills; remembers what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.asked.append((self.path, dict(self.headers), json.loads(body)))
            status, answer = self.server.answers.pop(0)
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *_):
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.answers, made.asked = [], []
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


def said(content):
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    return {"choices": [{"message": {"content": json.dumps(content)}}], "usage": usage}


def judge(server, **options):
    return EndpointJudge(f"http://127.0.0.1:{server.server_port}/v1", "some-model", first_wait=0.01, **options)


def test_structured_answer_becomes_logits_and_cost(server):
    server.answers = [(200, said(GOOD))]
    model = judge(server, key="k", prompt_price=2.0, completion_price=10.0)
    rows = model.logits("a claim", ["its evidence"])
    assert rows.shape == (1, 3) and rows[0].argmax() == 1
    assert model.usage.requests == 1
    assert model.usage.cost == pytest.approx((100 * 2 + 10 * 10) / 1e6)
    path, headers, body = server.asked[0]
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer k"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert json.loads(body["messages"][1]["content"]) == {"claim": "a claim", "evidence": "its evidence"}


def test_retries_what_may_pass(server):
    server.answers = [(503, b""), (429, b""), (200, b"not json"), (200, said(GOOD))]
    assert judge(server).logits("c", ["e"])[0].argmax() == 1
    assert len(server.asked) == 4


@pytest.mark.parametrize("answers", [[(401, b"")], [(200, said({"SUPPORTS": "much"}))], [(200, {"choices": []})]])
def test_gives_up_with_one_line(server, answers):
    server.answers = answers
    with pytest.raises(EvidentiaError):
        judge(server).logits("c", ["e"])
    assert len(server.asked) == 1


def test_address_must_be_http():
    with pytest.raises(InputError):
        EndpointJudge("file:///etc/passwd", "m")
