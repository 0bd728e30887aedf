"""Tests of the client against a running server: SHOTWRIGHT_URL and SHOTWRIGHT_API_KEY."""

import http.server
import json
import os
import tempfile
import threading
import time
import unittest
import urllib.request
import uuid
from contextlib import contextmanager

from shotwright import Client, ShotwrightError, sign_link, verify_webhook

URL = os.environ["SHOTWRIGHT_URL"]
KEY = os.environ["SHOTWRIGHT_API_KEY"]
client = Client(URL, KEY)


@contextmanager
def serving(respond):
    """Runs a server whose requests ``respond`` handles; yields its URL."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.rfile.read(int(self.headers.get("content-length") or 0))
            respond(self)

        do_POST = do_DELETE = do_GET

        def log_message(self, *_):
            pass

        def send(self, status, content_type, content, **headers):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def api_error(code, **more):
    return json.dumps({"code": code, "message": "A sentence.", **more}).encode()


class ClientTests(unittest.TestCase):
    def error_of(self, call):
        with self.assertRaises(ShotwrightError) as caught:
            call()
        return caught.exception

    def test_captures_lists_downloads_and_deletes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "shot.png")
            shot = client.capture_to_file({"html": "<h1>Hello</h1>", "width": 300}, path)
            self.assertEqual((shot["status"], shot["imageWidth"]), ("COMPLETE", 300))
            with open(path, "rb") as file:
                self.assertEqual(file.read(4), b"\x89PNG")
            self.assertEqual(os.listdir(folder), ["shot.png"])
        receipt = client.request_capture({"html": "<h1>Later</h1>", "file_type": "jpeg"})
        self.assertEqual(client.wait_for(receipt["requestId"])["status"], "COMPLETE")
        image = client.download_image(receipt["requestId"])
        self.assertEqual(image.content_type, "image/jpeg")
        self.assertEqual(len(image.bytes()), image.size_bytes)
        listed = [one["id"] for one in client.each_screenshot(limit=1)]
        self.assertLessEqual({shot["id"], receipt["requestId"]}, set(listed))
        client.delete_screenshot(shot["id"])
        self.assertEqual(self.error_of(lambda: client.get_screenshot(shot["id"])).status, 404)
        self.assertGreater(client.get_usage()["creditsAvailable"], 0)
        self.assertIn("iPhone 15", [device["name"] for device in client.list_devices()])

    def test_zip_projects_request_log_and_sample_event(self):
        shot = client.capture({"html": "<h1>Zip</h1>"})
        with client.download_zip([shot["id"]], template="{id}.{ext}") as zipped:
            content = b"".join(zipped.chunks())
            self.assertEqual(zipped.content_type, "application/zip")
        self.assertIn(f"{shot['id']}.png".encode(), content)
        self.assertIsInstance(client.list_projects()[0]["id"], int)
        deadline = time.monotonic() + 20
        while not (found := client.list_requests(text=shot["id"])["requests"]):
            self.assertLess(time.monotonic(), deadline)
        self.assertEqual(found[-1]["screenshotId"], shot["id"])
        with serving(lambda request: request.send(204, "text/plain", b"")) as url:
            sample = client.send_webhook_sample(url, "screenshot.failed")
        self.assertEqual((sample["isDelivered"], sample["answer"]["statusCode"]), (True, 204))

    def test_errors_have_code_field_and_valid_values(self):
        error = self.error_of(lambda: client.capture({"html": "<p>", "width": 5}))
        self.assertEqual((error.code, error.status, error.field), ("validation_failed", 400, "width"))
        self.assertIn("from 100 to 7680", error.message)
        failed = self.error_of(lambda: client.capture({"html": "<p>Text", "element_selector": "#absent"}))
        self.assertEqual((failed.code, failed.is_retryable), ("selector_not_found", False))
        self.assertIsNotNone(failed.screenshot_id)

    def test_estimate_and_link_vector(self):
        self.assertGreater(client.estimate({"url": "https://example.com/", "full_page": True})["creditsRequired"], 1)
        options = {"url": "https://example.com/a b?x=1&y=ü", "full_page": True, "cache_ttl": 86400}
        link = sign_link("https://a.b/", "k_123", "sws_test_secret", options, expires=1800000000)
        self.assertTrue(link.startswith("https://a.b/api/v1/take?cache_ttl=86400&expires=1800000000&full_page=true&"))
        self.assertTrue(link.endswith("&signature=06U3TUn1vWHXwgIMjZtJR_dLOaZZ330nwOqwZYvw0i8"))

    def test_compares_two_screenshots(self):
        before, after = [
            client.capture({"html": f"<body style='background:{color}'>", "width": 200, "height": 100})["id"]
            for color in ("#fff", "#00f")
        ]
        result = client.compare(before, after, max_diff_pixels=5, response_type="base64")
        self.assertEqual([result["diffRatio"], result["passed"]], [1, False])
        self.assertEqual(result["image"]["contentType"], "image/png")
        ignored = [{"x": 0, "y": 0, "width": 200, "height": 100}]
        self.assertTrue(client.compare(before, after, ignore_regions=ignored)["passed"])

    def test_approves_checks_lists_and_removes_a_baseline(self):
        page = b"<h1>A page with text</h1>"
        with serving(lambda request: request.send(200, "text/html", page)) as url:
            shots = [client.capture({"url": url, "width": 200, "height": 100})["id"] for _ in range(2)]
        self.assertEqual(client.check_baseline(shots[0])["status"], "new")
        ignored = [{"x": 0, "y": 0, "width": 10, "height": 10}]
        baseline = client.approve_baseline(shots[0], max_diff_ratio=0.01, ignore_regions=ignored)
        self.assertEqual([baseline["maxDiffRatio"], baseline["ignoreRegions"]], [0.01, ignored])
        check = client.check_baseline(shots[1])
        self.assertEqual([check["status"], check["passed"]], ["matched", True])
        self.assertIn(baseline, client.list_baselines(limit=100))
        client.remove_baseline(baseline["baselineId"])
        gone = self.error_of(lambda: client.remove_baseline(baseline["baselineId"]))
        self.assertEqual(gone.code, "baseline_not_found")

    def test_batch_is_created_read_and_cancelled(self):
        items = [{"html": "<p>One"}, {"html": "<p>Two", "external_id": "two"}]
        dry = client.create_batch({"items": items, "dry_run": True})
        self.assertEqual((dry["batchId"], dry["counts"]["accepted"]), (None, 2))
        key = str(uuid.uuid4())
        receipts = [client.create_batch({"items": items}, idempotency_key=key) for _ in range(2)]
        self.assertEqual(receipts[0], receipts[1])
        batch_id = receipts[0]["batchId"]
        for shot in receipts[0]["screenshots"]:
            self.assertEqual(client.wait_for(shot["requestId"])["status"], "COMPLETE")
        self.assertEqual(client.get_batch(batch_id)["status"], "COMPLETE")
        listed = client.list_batch_items(batch_id, status="COMPLETE")
        self.assertEqual([(one["index"], one["externalId"]) for one in listed], [(0, None), (1, "two")])
        self.assertEqual(self.error_of(lambda: client.cancel_batch(batch_id)).code, "conflict")
        self.assertEqual(self.error_of(lambda: client.retry_batch(batch_id)).code, "conflict")
        missing = self.error_of(lambda: client.get_batch(str(uuid.uuid4())))
        self.assertEqual((missing.code, missing.status), ("batch_not_found", 404))

    def test_lists_the_pages_of_a_website(self):
        page = b"<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url></urlset>"
        with serving(lambda request: request.send(200, "text/xml", page)) as url:
            found = client.read_sitemap(f"{url}/sitemap.xml", include=["/a"])
        self.assertEqual([one["url"] for one in found["urls"]], [f"{url}/a"])
        self.assertEqual(found["counts"]["filtered"], 1)

    def test_one_key_makes_one_capture(self):
        key = str(uuid.uuid4())
        shots = [client.capture({"html": "<h1>Once</h1>"}, idempotency_key=key) for _ in range(2)]
        self.assertEqual(shots[0]["id"], shots[1]["id"])

    def test_webhook_signature_of_the_server(self):
        shot = client.capture({"html": f"<p>{uuid.uuid4()}</p>"})
        request = urllib.request.Request(
            f"{URL}/api/v1/webhooks/events?after={shot['createdAt']}", headers={"x-api-key": KEY}
        )
        found = []
        while not found:
            with urllib.request.urlopen(request, timeout=30) as response:
                page = json.load(response)
            found = [event for event in page["events"] if shot["id"] in event["body"]]
        body, headers, secret = found[0]["body"], found[0]["headers"], page["secret"]
        self.assertEqual(verify_webhook(body, headers, secret)["data"]["id"], shot["id"])
        other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        verify_webhook(body.encode(), headers, [other, secret])
        late = int(headers["webhook-timestamp"]) + 301
        for wrong in (
            lambda: verify_webhook(body.replace("completed", "deleted"), headers, secret),
            lambda: verify_webhook(body, headers, other),
            lambda: verify_webhook(body, {**headers, "webhook-id": "other"}, secret),
            lambda: verify_webhook(body, headers, secret, now=late),
            lambda: verify_webhook(body, {}, secret),
            lambda: verify_webhook(body, headers, "no secret"),
        ):
            self.assertEqual(self.error_of(wrong).code, "webhook_invalid")

    def test_lost_connections_and_temporary_errors_are_retried_with_one_key(self):
        keys = []

        def respond(handler):
            keys.append(handler.headers["idempotency-key"])
            if len(keys) == 1:
                handler.send(503, "application/json", api_error("queue_full", retryable=True), retry_after="0")
            elif len(keys) == 2:
                handler.close_connection = True
            elif len(keys) <= 8:
                content = api_error("idempotency_in_progress", retryable=True)
                handler.send(409, "application/json", content, retry_after="0")
            else:
                handler.send(200, "application/json", b'{"data":{"screenshot":{"id":"one"}}}')

        with serving(respond) as url:
            self.assertEqual(Client(url, "key").capture({"html": "<p>"}), {"id": "one"})
        self.assertEqual((len(keys), len(set(keys))), (9, 1))

    def test_wrong_servers_have_their_own_errors(self):
        def code_of(*response, **headers):
            with serving(lambda handler: handler.send(*response, **headers)) as url:
                return self.error_of(Client(url, "sk_secret", max_retries=0).get_usage).code

        self.assertEqual(code_of(404, "text/html", b"<p>"), "not_shotwright")
        self.assertEqual(code_of(200, "text/html", b"<p>"), "not_shotwright")
        self.assertEqual(code_of(502, "text/html", b"<p>"), "proxy_error")
        self.assertEqual(code_of(407, "text/html", b"<p>"), "proxy_error")
        self.assertEqual(code_of(301, "text/html", b"", location="https://new.example"), "redirected")
        self.assertEqual(code_of(405, "application/json", api_error("method_not_allowed")), "server_too_old")
        with serving(lambda handler: None) as url:
            pass
        unused = self.error_of(Client(url, "sk_secret", max_retries=0).get_usage)
        self.assertEqual(unused.code, "connection_failed")
        self.assertIn("refused", unused.message)
        self.assertNotIn("sk_secret", f"{unused!r} {unused}")

    def test_a_call_ends_at_its_deadline_and_a_broken_download_leaves_no_file(self):
        release = threading.Event()
        with serving(lambda handler: release.wait(30)) as url:
            error = self.error_of(lambda: Client(url, "key").get_usage(timeout=0.05))
            release.set()
        self.assertEqual(error.code, "deadline_exceeded")

        def break_off(handler):
            handler.send_response(200)
            handler.send_header("x-screenshot-id", "one")
            handler.send_header("content-length", "100000")
            handler.end_headers()
            handler.wfile.write(b"part")

        with tempfile.TemporaryDirectory() as folder, serving(break_off) as url:
            path = os.path.join(folder, "shot.png")
            error = self.error_of(lambda: Client(url, "key").save_image("one", path))
            self.assertEqual((error.code, os.listdir(folder)), ("connection_failed", []))


if __name__ == "__main__":
    unittest.main()
