"""An S3 server on this machine, which checks credentials."""

from __future__ import annotations

import json
import pathlib
import socket
import subprocess
import sys
import time
from typing import Dict, List
from urllib import request

import boto3


class S3Server:
    """A moto server with the buckets `videos` and `results`.

    Attributes:
        environment: Variables with its address and the key of a user who may use all buckets.
    """

    environment: Dict[str, str]

    def __init__(self, folder: pathlib.Path):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self._address = f"http://127.0.0.1:{port}"
        with open(folder / "moto.log", "wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
                stdout=log,
                stderr=log,
            )
        try:
            self._wait()
            self.environment = self._variables("any", "any")
            users = self._client("iam")
            users.create_user(UserName="fleet")
            everything = {"Effect": "Allow", "Action": ["s3:*"], "Resource": "*"}
            users.put_user_policy(
                UserName="fleet",
                PolicyName="buckets",
                PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [everything]}),
            )
            key = users.create_access_key(UserName="fleet")["AccessKey"]
            self.environment = self._variables(key["AccessKeyId"], key["SecretAccessKey"])
            # From now on, credentials are checked.
            check = request.Request(
                f"{self._address}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"}
            )
            request.urlopen(check, timeout=10).close()
            self.buckets = self._client("s3")
            for bucket in ("videos", "results"):
                self.buckets.create_bucket(Bucket=bucket)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Ends the server."""
        self._process.kill()
        self._process.wait()

    def names(self, bucket: str, prefix: str = "") -> List[str]:
        """The names of the objects in a bucket that start with a prefix."""
        pages = self.buckets.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        return [entry["Key"] for page in pages for entry in page.get("Contents", [])]

    def read(self, bucket: str, name: str) -> bytes:
        """The content of an object."""
        return self.buckets.get_object(Bucket=bucket, Key=name)["Body"].read()

    def remove(self, bucket: str) -> None:
        """Removes a bucket with all that is in it."""
        for name in self.names(bucket):
            self.buckets.delete_object(Bucket=bucket, Key=name)
        self.buckets.delete_bucket(Bucket=bucket)

    def _client(self, service):
        return boto3.client(
            service,
            endpoint_url=self._address,
            aws_access_key_id=self.environment["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=self.environment["AWS_SECRET_ACCESS_KEY"],
            region_name="us-east-1",
        )

    def _variables(self, key: str, secret: str) -> Dict[str, str]:
        return {
            "AWS_ENDPOINT_URL": self._address,
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": key,
            "AWS_SECRET_ACCESS_KEY": secret,
        }

    def _wait(self) -> None:
        end = time.monotonic() + 60
        while True:
            try:
                request.urlopen(f"{self._address}/moto-api/", timeout=5).close()
                return
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
                time.sleep(0.1)
